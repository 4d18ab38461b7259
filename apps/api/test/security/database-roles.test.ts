import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { insertAuditEntry } from '../../src/modules/admin/operators/audit.queries.ts';
import { checkAuditChain, countEntriesAfter } from '../../src/modules/admin/operators/audit-chain.queries.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { createTestOperator } from '../support/operators.ts';
import { createPaidOrder } from '../support/order-builders.ts';
import { useTestApp } from '../support/test-app.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

const api = useTestApp();
const NOT_PERMITTED = /permission denied|must be owner/;

/** Runs a statement and undoes it. */
async function tryStatement(db: typeof api.db, statement: string): Promise<string | null> {
  const rollback = new Error('rolled back');
  const outcome = await db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx);
      throw rollback;
    })
    .catch((error: Error) => error);
  return outcome === rollback ? null : outcome.message;
}

/** Tables that a trigger keeps as they are, with one of their columns. */
async function listTablesOfThePast(): Promise<{ name: string; column: string }[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    SELECT DISTINCT ON (c.relname) c.relname AS name, quote_ident(a.attname) AS column
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE t.tgfoid = 'forbid_change'::regproc AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`.execute(api.ownerDb);
  return rows;
}

describe('the role of the application', () => {
  test('may not change, delete or empty any table of the past', async () => {
    const tables = await listTablesOfThePast();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'affiliate_credits',
        'audit_chain',
        'audit_entries',
        'ledger_accounts',
        'ledger_entries',
        'ledger_transactions',
        'statement_entries',
        'statements',
      ]),
    );
    for (const { name, column } of tables)
      for (const statement of [
        `UPDATE ${name} SET ${column} = ${column}`,
        `UPDATE ${name} SET ${column} = ${column} WHERE false`,
        `DELETE FROM ${name}`,
        `TRUNCATE ${name} CASCADE`,
        `ALTER TABLE ${name} DISABLE TRIGGER ALL`,
        `DROP TABLE ${name} CASCADE`,
      ])
        expect(await tryStatement(api.db, statement), statement).toMatch(NOT_PERMITTED);
    expect(await tryStatement(api.db, "INSERT INTO audit_chain VALUES (1, 1, sha256(''))")).toMatch(
      NOT_PERMITTED,
    );
  });

  test.each([
    'CREATE TABLE another (id int)',
    'CREATE TABLE pgboss.another (id int)',
    'CREATE SCHEMA another',
    'CREATE FUNCTION another() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE EXTENSION dblink',
    'CREATE ROLE another',
    'CREATE INDEX ON users (name)',
    'DROP TABLE users CASCADE',
    'ALTER TABLE users ADD COLUMN another text',
    'ALTER TABLE users OWNER TO CURRENT_USER',
    'DROP TABLE pgboss.job CASCADE',
    'TRUNCATE users CASCADE',
    'SET LOCAL session_replication_role = replica',
    'CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'DROP TRIGGER audit_entries_append_only ON audit_entries',
    "UPDATE kysely_migration SET name = 'another'",
    "COPY users TO PROGRAM 'cat'",
    "SELECT pg_read_file('/etc/passwd')",
    'SELECT * FROM pg_authid',
    'CREATE TEMPORARY TABLE another (id int)',
    'SELECT lo_create(0)',
    "SELECT lo_from_bytea(0, '\\x00')",
    "SELECT setval('orders_id_seq', 1)",
    "SELECT nextval('audit_entries_id_seq')",
    "SELECT setval('ledger_transactions_id_seq', 1)",
  ])('may not: %s', async (statement) => {
    expect(await tryStatement(api.db, statement)).toMatch(NOT_PERMITTED);
  });

  test('may not choose the number of anything past', async () => {
    const { rows } = await sql<{ name: string; column: string }>`
      SELECT DISTINCT c.relname AS name, quote_ident(a.attname) AS column
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE t.tgfoid = 'forbid_change'::regproc AND a.attidentity = 'a' ORDER BY 1`.execute(api.ownerDb);
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_entries', 'ledger_entries', 'ledger_transactions', 'statements']),
    );
    for (const { name, column } of rows)
      expect(
        await tryStatement(api.db, `INSERT INTO ${name} (${column}) OVERRIDING SYSTEM VALUE VALUES (999999)`),
        name,
      ).toMatch(NOT_PERMITTED);
  });

  test('has these rights, and no other', async () => {
    const { rows } = await sql<{ object: string; rights: string }>`
      WITH app AS (SELECT current_user::regrole AS role),
      relations AS (
        SELECT oid, relname, relkind FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'))
      SELECT CASE relkind WHEN 'S' THEN 'sequence ' ELSE '' END || relname AS object, string_agg(privilege, ' ' ORDER BY privilege) AS rights
      FROM relations, unnest(CASE relkind WHEN 'S' THEN ARRAY['SELECT', 'USAGE', 'UPDATE']
          ELSE ARRAY['DELETE', 'INSERT', 'SELECT', 'UPDATE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] END) AS privilege
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND CASE
        WHEN relkind = 'S' THEN has_sequence_privilege(oid, privilege)
        ELSE has_table_privilege(oid, privilege) END
      GROUP BY 1
      UNION ALL
      SELECT relname || '.' || attname, string_agg(privilege, ' ' ORDER BY privilege)
      FROM relations JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped,
        unnest(ARRAY['INSERT', 'UPDATE', 'REFERENCES']) AS privilege
      WHERE relkind IN ('r', 'p', 'v', 'm') AND has_column_privilege(oid, attnum, privilege) AND NOT has_table_privilege(oid, privilege)
      GROUP BY 1
      UNION ALL
      SELECT 'function ' || proname, 'EXECUTE' FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype AND has_function_privilege(oid, 'EXECUTE')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
      UNION ALL
      SELECT 'schema ' || nspname, string_agg(privilege, ' ' ORDER BY privilege)
      FROM pg_namespace, unnest(ARRAY['CREATE', 'USAGE']) AS privilege
      WHERE has_schema_privilege(oid, privilege) GROUP BY 1
      UNION ALL
      SELECT 'database', string_agg(privilege, ' ' ORDER BY privilege)
      FROM unnest(ARRAY['CONNECT', 'CREATE', 'TEMPORARY']) AS privilege
      WHERE has_database_privilege(current_database(), privilege)`.execute(api.db);
    const rights = Object.fromEntries(rows.map(({ object, rights }) => [object, rights]));
    const take = (pattern: RegExp) => {
      const taken = Object.keys(rights)
        .filter((object) => pattern.test(object))
        .sort();
      const values = taken.map((object) => [object, rights[object]!] as const);
      for (const object of taken) delete rights[object];
      return values;
    };
    expect(Object.fromEntries(take(/^(database|schema|function)/))).toEqual({
      database: 'CONNECT',
      'function build_audit_content': 'EXECUTE',
      'function contains_words': 'EXECUTE',
      'function database_time': 'EXECUTE',
      'function first_document_number': 'EXECUTE',
      'function fold_words': 'EXECUTE',
      'function former_surplus': 'EXECUTE',
      'function list_standbys': 'EXECUTE',
      'function lock_ledger_account': 'EXECUTE',
      'schema information_schema': 'USAGE',
      'schema pg_catalog': 'USAGE',
      'schema pgboss': 'USAGE',
      'schema public': 'USAGE',
    });
    const sequences = take(/^sequence/);
    expect(sequences.length).toBeGreaterThan(20);
    expect(sequences.filter(([, right]) => right !== 'SELECT')).toEqual([]);
    expect(new Set(take(/\./).map(([, right]) => right))).toEqual(new Set(['INSERT']));
    const { rows: tables } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%'`.execute(
      api.ownerDb,
    );
    const isPast = (name: string) => tablesOfThePast.includes(name);
    const tablesOfThePast = (await listTablesOfThePast()).map(({ name }) => name);
    const expected = tables.map(({ name }) => [
      name,
      isPast(name) ? 'SELECT' : 'DELETE INSERT SELECT UPDATE',
    ]);
    expect(rights).toEqual({
      ...Object.fromEntries(expected),
      kysely_migration: 'SELECT',
      kysely_migration_lock: 'SELECT',
    });
  });

  test('is neither superuser nor member of another role, and uses each table of the present', async () => {
    const { rows } = await sql<{ special: boolean; memberships: number }>`
      SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS special,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
      FROM pg_roles WHERE rolname = current_user`.execute(api.db);
    expect(rows).toEqual([{ special: false, memberships: 0 }]);
    const missing = await sql`
      SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND NOT has_table_privilege(oid, 'SELECT')`.execute(api.db);
    expect(missing.rows).toEqual([]);
  });
});

describe('the grants', () => {
  test('of tables made later follow, without thinking of them, and what was granted by hand goes', async () => {
    const urls = { url: api.databaseUrl, ownerUrl: api.ownerUrl };
    await sql`CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, text text)`.execute(api.ownerDb);
    // At once, by the default privileges.
    expect(await tryStatement(api.db, "INSERT INTO later (text) VALUES ('x')")).toBeNull();
    await sql`CREATE TRIGGER later BEFORE UPDATE OR DELETE ON later FOR EACH STATEMENT EXECUTE FUNCTION forbid_change()`.execute(
      api.ownerDb,
    );
    await sql`GRANT UPDATE, TRUNCATE ON ledger_entries TO wopack_app`.execute(api.ownerDb);
    expect(await prepareDatabase(urls)).toEqual({ mayChangeSchema: false });
    expect(await tryStatement(api.db, "INSERT INTO later (text) VALUES ('x')")).toBeNull();
    for (const statement of ["UPDATE later SET text = 'y'", 'UPDATE ledger_entries SET amount_cents = 0'])
      expect(await tryStatement(api.db, statement)).toMatch(NOT_PERMITTED);
    await sql`DROP TABLE later`.execute(api.ownerDb);
  });

  test('are made once: the next start changes no catalogue row', async () => {
    const urls = { url: api.databaseUrl, ownerUrl: api.ownerUrl };
    await prepareDatabase(urls);
    const readVersions = async () =>
      (
        await sql`SELECT oid::int, xmin::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`.execute(
          api.ownerDb,
        )
      ).rows;
    const before = await readVersions();
    await prepareDatabase(urls);
    expect(await readVersions()).toEqual(before);
  });

  test('a server that may not change the schema waits for its owner, and says so when nobody comes', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    try {
      const waitOnly = { url: empty.url, ownerUrl: null };
      await expect(prepareDatabase(waitOnly, 0)).rejects.toThrow('DATABASE_OWNER_URL');
      const waiting = prepareDatabase(waitOnly);
      expect(await prepareDatabase(empty)).toEqual({ mayChangeSchema: false });
      expect(await waiting).toEqual({ mayChangeSchema: false });
    } finally {
      await empty.drop();
    }
  });

  test('temporary tables are the owner’s alone', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    const mayMakeTables = async (url: string) => {
      const db = openDatabase(url, 1);
      const { rows } = await sql<{ may: boolean }>`
        SELECT has_database_privilege(current_database(), 'TEMPORARY') AS may`.execute(db);
      await db.destroy();
      return rows[0]!.may;
    };
    try {
      expect(await mayMakeTables(empty.url)).toBe(true);
      await prepareDatabase(empty);
      expect(await mayMakeTables(empty.url)).toBe(false);
      expect(await mayMakeTables(empty.ownerUrl)).toBe(true);
    } finally {
      await empty.drop();
    }
  });

  test('one role for everything works as before', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    try {
      expect(await prepareDatabase({ url: empty.ownerUrl, ownerUrl: null })).toEqual({
        mayChangeSchema: true,
      });
      const sameRole = { url: empty.ownerUrl, ownerUrl: empty.ownerUrl };
      expect(await prepareDatabase(sameRole)).toEqual({ mayChangeSchema: true });
    } finally {
      await empty.drop();
    }
  });

  test('two processes and a role that does not exist yet', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    const role = `app_${crypto.randomUUID().slice(0, 8)}`;
    const url = Object.assign(new URL(empty.url), { username: role, password: "it's secret" }).href;
    const urls = { url, ownerUrl: empty.ownerUrl };
    try {
      await Promise.all([prepareDatabase(urls), prepareDatabase(urls)]);
      const client = new pg.Client(url);
      await client.connect();
      expect((await client.query('SELECT count(*)::int AS count FROM users')).rows).toEqual([{ count: 0 }]);
      await client.end();
    } finally {
      await empty.drop();
      await sql`DROP ROLE IF EXISTS ${sql.id(role)}`.execute(api.ownerDb);
    }
  });
});

describe('the triggers of the past', () => {
  test('run in every mode of a session', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'A'
        AND tgfoid IN ('forbid_change'::regproc, 'chain_audit_entry'::regproc, 'stamp_audit_entry'::regproc)`.execute(
      api.ownerDb,
    );
    // Off in databases of tests alone: see global-setup.ts.
    expect(rows.map(({ name }) => name)).toEqual(['audit_entries_stamp']);
  });

  test('an entry of the audit log has the time of the database, whatever is given', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    try {
      await prepareDatabase(empty);
      for (const url of [empty.url, empty.ownerUrl]) {
        const db = openDatabase(url, 1);
        await insertAuditEntry(db, {
          at: new Date('2020-02-20T20:20:20Z'),
          operatorId: null,
          action: 'forged',
          requestId: '',
        });
        const { rows } = await sql<{ isNow: boolean }>`
          SELECT at BETWEEN now() - interval '1 minute' AND now() AS "isNow" FROM audit_entries`.execute(db);
        expect(rows.at(-1)).toEqual({ isNow: true });
        expect(await checkAuditChain({ db })).toMatchObject({ entries: rows.length, broken: null });
        await db.destroy();
      }
    } finally {
      await empty.drop();
    }
  });

  test('an entry that the owner inserts without triggers of the session is in the chain', async () => {
    const empty = await createEmptyDatabase(inject('serverUrl'));
    try {
      await prepareDatabase(empty);
      const db = openDatabase(empty.ownerUrl, 1);
      await db.transaction().execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx);
        await insertAuditEntry(trx, { at: new Date(), operatorId: null, action: 'past', requestId: '' });
      });
      expect(await checkAuditChain({ db })).toMatchObject({ entries: 1, broken: null });
      await db.destroy();
    } finally {
      await empty.drop();
    }
  });
});

describe('the chain of the audit log', () => {
  const check = () => checkAuditChain(api);
  let entry: { id: number; reason: string };

  beforeAll(async () => {
    const owner = await createTestOperator(api, 'owner');
    for (const q of ['cesto', 'padaria', 'none']) await owner.call('searchAdmin', { query: { q } });
    const { id } = await createPaidOrder(api);
    await owner.call('refundAdminOrder', {
      params: { id },
      body: { refunded_total_cents: 100, ground: 'other', reason: 'Two rolls were missing.' },
    });
    entry = await api.db
      .selectFrom('audit_entries')
      .select(['id', 'reason'])
      .orderBy('id')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow();
  });

  /** As whoever has the owner's password could: past all triggers. */
  const bypass = (statement: string) =>
    api.ownerDb.transaction().execute(async (trx) => {
      await sql.raw('ALTER TABLE audit_entries DISABLE TRIGGER USER').execute(trx);
      await sql.raw('ALTER TABLE audit_chain DISABLE TRIGGER ALL').execute(trx);
      await sql.raw('SET LOCAL session_replication_role = replica').execute(trx);
      await sql.raw(statement).execute(trx);
      await sql.raw('ALTER TABLE audit_chain ENABLE TRIGGER ALL').execute(trx);
      await sql.raw('ALTER TABLE audit_entries ENABLE TRIGGER USER').execute(trx);
    });

  test('holds what was written, in the order of the commits', async () => {
    const result = await check();
    expect(result).toMatchObject({ broken: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { count } = await api.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(result.entries).toBe(Number(count));
    expect(result.entries).toBeGreaterThan(3);
  });

  test('a changed entry is named', async () => {
    await bypass(`UPDATE audit_entries SET reason = 'another' WHERE id = ${entry.id}`);
    expect((await check()).broken).toEqual({ entry: String(entry.id), fault: 'changed' });
    await bypass(`UPDATE audit_entries SET reason = '${entry.reason}' WHERE id = ${entry.id}`);
    expect((await check()).broken).toBeNull();
  });

  test('an instant, a value or an operator that changed is found too', async () => {
    for (const [change, undo] of [
      ["at = at + interval '1 microsecond'", "at = at - interval '1 microsecond'"],
      ['operator_id = operator_id + 1', 'operator_id = operator_id - 1'],
      ["action = action || 'x'", 'action = left(action, -1)'],
    ]) {
      await bypass(`UPDATE audit_entries SET ${change} WHERE id = ${entry.id}`);
      expect((await check()).broken, change).toEqual({ entry: String(entry.id), fault: 'changed' });
      await bypass(`UPDATE audit_entries SET ${undo} WHERE id = ${entry.id}`);
    }
    expect((await check()).broken).toBeNull();
  });

  test('a removed entry, with or without its hash, and an entry slipped in are named', async () => {
    await bypass(`CREATE TABLE kept AS SELECT * FROM audit_entries WHERE id = ${entry.id};
      CREATE TABLE kept_chain AS SELECT * FROM audit_chain WHERE entry_id = ${entry.id};
      DELETE FROM audit_entries WHERE id = ${entry.id}`);
    expect((await check()).broken).toEqual({ entry: String(entry.id), fault: 'missing' });
    await bypass(`DELETE FROM audit_chain WHERE entry_id = ${entry.id}`);
    expect((await check()).broken).toMatchObject({ fault: 'out of order' });
    await bypass(`INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM kept`);
    expect((await check()).broken).toMatchObject({ fault: 'out of order' });
    await bypass('INSERT INTO audit_chain SELECT * FROM kept_chain; DROP TABLE kept, kept_chain');
    expect((await check()).broken).toBeNull();
    await bypass(`INSERT INTO audit_entries (at, action, subject_kind, subject_id, reason, request_id)
      VALUES (now(), 'forged', '', '', '', '')`);
    expect((await check()).broken).toMatchObject({ fault: 'unchained' });
    await bypass("DELETE FROM audit_entries WHERE action = 'forged'");
    expect((await check()).broken).toBeNull();
  });

  test('entries cut off at the end leave a chain that is right, and a hash noted before tells', async () => {
    const { entries, head } = await check();
    expect(await countEntriesAfter(api.db, head!)).toBe(0);
    await bypass(`CREATE TABLE kept AS SELECT * FROM audit_entries
        WHERE id = (SELECT entry_id FROM audit_chain WHERE position = ${entries});
      CREATE TABLE kept_chain AS SELECT * FROM audit_chain WHERE position = ${entries};
      DELETE FROM audit_chain WHERE position = ${entries};
      DELETE FROM audit_entries WHERE id = (SELECT id FROM kept)`);
    const cut = await check();
    expect(cut.broken).toBeNull();
    expect(cut.entries).toBe(entries - 1);
    expect(await countEntriesAfter(api.db, head!)).toBeNull();
    await bypass(`INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM kept;
      INSERT INTO audit_chain SELECT * FROM kept_chain; DROP TABLE kept, kept_chain`);
    expect(await countEntriesAfter(api.db, cut.head!)).toBe(1);
  });

  test('the nightly check alerts', async () => {
    await api.jobs.runScheduled('admin.check-audit-log');
    const listAlerts = () => api.logs.filter(({ alert }) => alert === 'auditLog');
    expect(listAlerts()).toEqual([]);
    await bypass(`UPDATE audit_entries SET reason = 'another' WHERE id = ${entry.id}`);
    await api.jobs.runScheduled('admin.check-audit-log');
    expect(listAlerts()).toMatchObject([{ lines: [`entry ${entry.id} of the audit log is changed`] }]);
    await bypass(`UPDATE audit_entries SET reason = '${entry.reason}' WHERE id = ${entry.id}`);
  });

  test('entries that are written at once follow each other, whatever else their transactions lock', async () => {
    const user = await api.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
    const db = openDatabase(api.databaseUrl, 12);
    const write = (writesFirst: boolean) =>
      db.transaction().execute(async (trx) => {
        const lockUser = () => sql`SELECT FROM users WHERE id = ${user.id} FOR UPDATE`.execute(trx);
        const insert = () =>
          sql`INSERT INTO audit_entries (at, action, subject_kind, subject_id, reason, request_id)
            VALUES (now(), 'concurrent', '', '', '', '')`.execute(trx);
        // In both orders: a lock taken with the entry would deadlock.
        for (const step of writesFirst ? [insert, lockUser] : [lockUser, insert]) await step();
      });
    try {
      await Promise.all(Array.from({ length: 40 }, (_, i) => write(i % 2 === 0)));
    } finally {
      await db.destroy();
    }
    expect((await check()).broken).toBeNull();
  });
});
