import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

export interface BackupTable {
  name: string;
  columns: string[];
}

export interface PendingJob {
  queue: string;
  data: object;
  /** ISO 8601. */
  start_after: string;
}

/**
 * Kysely's own tables are recreated by the migrations; rate limits and WAL positions are meaningless in
 * another database.
 */
const EXCLUDED_TABLES = "'kysely_migration', 'kysely_migration_lock', 'rate_limits', 'last_writes'";

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  await client.connect();
  // A table is copied by one statement, for as long as it takes; while files are written the transaction is idle.
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`SET ${limit} = 0`);
  return client;
}

/** All later reads of this connection see the same snapshot. */
export const beginSnapshot = (client: pg.Client) =>
  client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');

export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND table_name NOT IN (${EXCLUDED_TABLES})
    GROUP BY 1 ORDER BY 1`);
  return rows;
}

export async function getSequences(client: pg.Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
    WHERE schemaname = 'public' ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, lastValue }) => [name, lastValue]));
}

/** Unfinished jobs without the scheduled ones, which are registered at each start. */
export async function listPendingJobs(client: pg.Client): Promise<PendingJob[]> {
  const { rows } = await client.query<{ queue: string; data: object | null; start_after: Date }>(`
    SELECT name AS queue, data, start_after FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_%' ORDER BY created_on, id`);
  return rows.map(({ queue, data, start_after }) => ({
    queue,
    data: data ?? {},
    start_after: start_after.toISOString(),
  }));
}

export const createTableReader = (client: pg.Client, table: BackupTable): Readable =>
  client.query(to(`COPY ${formatTableAndColumns(table)} TO STDOUT`));

export const createTableWriter = (client: pg.Client, table: BackupTable): Writable =>
  client.query(from(`COPY ${formatTableAndColumns(table)} FROM STDIN`));

const formatTableAndColumns = ({ name, columns }: BackupTable) =>
  `public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** Whether there are neither users nor sale places. */
export async function isDatabaseEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ users: string | null }>(
    "SELECT to_regclass('public.users') AS users",
  );
  if (rows[0]!.users === null) return true;
  return (await client.query('SELECT 1 FROM users LIMIT 1')).rowCount === 0;
}

/** Triggers of the audit log that write time and hash of each new entry, in whatever mode a session is. */
const AUDIT_TRIGGERS_SQL = `
  SELECT quote_ident(tgname) AS name FROM pg_trigger
  WHERE tgrelid = to_regclass('public.audit_entries') AND tgenabled = 'A' AND tgtype & 4 = 4`;

/**
 * Starts a transaction in which triggers are off, so that rows are inserted exactly as they were. Returns what turns on
 * again those of the audit log, before its end.
 */
export async function beginRestore(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> {
  await client.query('BEGIN');
  const { rows: auditTriggers } = await client.query<{ name: string }>(AUDIT_TRIGGERS_SQL);
  for (const { name } of auditTriggers)
    await client.query(`ALTER TABLE public.audit_entries DISABLE TRIGGER ${name}`);
  await client.query('SET LOCAL session_replication_role = replica');
  // Rows inserted by migrations are in the backup too. The ledger is empty: its triggers would refuse a
  // deletion.
  for (const { name } of tables) {
    const table = `public.${pg.escapeIdentifier(name)}`;
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rowCount) await client.query(`DELETE FROM ${table}`);
  }
  return async () => {
    for (const { name } of auditTriggers)
      await client.query(`ALTER TABLE public.audit_entries ENABLE ALWAYS TRIGGER ${name}`);
  };
}

export async function setSequences(
  client: pg.Client,
  sequences: Record<string, string | null>,
): Promise<void> {
  for (const [name, lastValue] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, coalesce($2::bigint, 1), $2::bigint IS NOT NULL)', [
      `public.${pg.escapeIdentifier(name)}`,
      lastValue,
    ]);
  }
}

/** Servers do not start until the restore is declared finished. */
export const markUnfinished = (client: pg.Client) => client.query('CREATE TABLE unfinished_restore ()');

/** From now on the database is quiet, and numbers go on beyond those that were issued since. */
export async function declareRestored(client: pg.Client, madeAt: string): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT declare_recovery($1, now())', [madeAt]);
  await client.query('DROP TABLE unfinished_restore');
  await client.query('COMMIT');
}

/** Null: of a database that is not migrated to the version which notes the size. */
export const recordBackup = (client: pg.Client, madeAt: string, bytes: number | null) =>
  bytes === null
    ? client.query('INSERT INTO backups (made_at) VALUES ($1)', [madeAt])
    : client.query('INSERT INTO backups (made_at, size_bytes) VALUES ($1, $2)', [madeAt, bytes]);

export const recordRestoreTrial = (client: pg.Client, madeAt: string) =>
  client.query('INSERT INTO restore_trials (restored_at, data_as_of) VALUES (now(), $1)', [madeAt]);

export const commit = (client: pg.Client) => client.query('COMMIT');

export const analyze = (client: pg.Client) => client.query('ANALYZE');
