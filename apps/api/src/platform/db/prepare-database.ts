import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' };
import { openDatabase } from './database.ts';
import { isMigrated, MIGRATION_LOCK_TIMEOUT, migrate, repeatWhileLocked } from './migrate.ts';

/** Who reaches the database, see docs/decisions/0059-two-database-roles.md. */
export interface DatabaseUrls {
  /** Connects as the application's role, which serves requests and runs jobs. */
  url: string;
  /** Connects as the role that owns and changes the schema; null: that of `url` does, or another process. */
  ownerUrl: string | null;
}

/** The message tells the operator what to do. */
export class DatabaseRoleError extends Error {}

/**
 * Brings the schema up to date as its owner, and lets the application's role do what it needs, no more. Without an owner
 * the role of `url` does so itself where it may; where it may not, waits until another process has done it. Returns
 * whether the role of `url` may change the schema, and with it the past.
 */
export async function prepareDatabase(
  { url, ownerUrl }: DatabaseUrls,
  waitSeconds = 60,
): Promise<{ mayChangeSchema: boolean }> {
  if (ownerUrl === null && !(await mayChangeSchema(url))) {
    await waitForSchema(url, waitSeconds);
    return { mayChangeSchema: false };
  }
  try {
    return await prepareAsOwner(ownerUrl ?? url, url);
  } catch (error) {
    // Connections of both can fail.
    throw ownerUrl === null ? error : Object.assign(error as Error, { setting: 'DATABASE_OWNER_URL' });
  }
}

async function prepareAsOwner(ownerUrl: string, url: string): Promise<{ mayChangeSchema: boolean }> {
  const db = openDatabase(ownerUrl, 2);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK_KEY]);
    await client.query(`SET lock_timeout = '${MIGRATION_LOCK_TIMEOUT}'`);
    await repeatWhileLocked(() => installJobs(client));
    const { user, password } = new pg.Client(url);
    if (user === client.user) {
      await limitRole(client, user!, APP_LIMITS);
      return { mayChangeSchema: true };
    }
    await createRole(client, user!, typeof password === 'string' ? password : null);
    await repeatWhileLocked(() => grantToRole(client, user!));
    await limitRole(client, user!, APP_LIMITS);
    await limitRole(client, client.user!, OWNER_LIMITS);
    const { rows } = await client.query<{ may: boolean }>(
      "SELECT has_schema_privilege($1, 'public', 'CREATE') AS may",
      [user],
    );
    return { mayChangeSchema: rows[0]!.may };
  } finally {
    await client.end();
  }
}

const PREPARE_LOCK_KEY = 20261128;
const JOB_SCHEMA = 'pgboss';
const POLL_INTERVAL_MS = 500;

async function mayChangeSchema(url: string): Promise<boolean> {
  const db = openDatabase(url, 1);
  try {
    const { rows } = await sql<{ may: boolean }>`
      SELECT has_schema_privilege('public', 'CREATE') AS may`.execute(db);
    return rows[0]!.may;
  } finally {
    await db.destroy();
  }
}

async function waitForSchema(url: string, waitSeconds: number): Promise<void> {
  const db = openDatabase(url, 1);
  try {
    // By the catalogue: a name in a schema that has no grant yet cannot be resolved.
    for (const giveUpAt = Date.now() + waitSeconds * 1000; ; await wait(POLL_INTERVAL_MS)) {
      const { rows } = await sql<{ jobs: boolean }>`
        SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname = ${JOB_SCHEMA} AND relname = 'version'
            AND has_schema_privilege(pg_namespace.oid, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT')) AS jobs`.execute(
        db,
      );
      if (rows[0]!.jobs && (await isMigrated(db))) return;
      if (Date.now() > giveUpAt)
        throw new DatabaseRoleError(
          'The database is not migrated, and the user of DATABASE_URL may not do it: set DATABASE_OWNER_URL, or run ' +
            'npm run migrate with it. See docs/operating.md, Database roles.',
        );
    }
  } finally {
    await db.destroy();
  }
}

/** The tables of pg-boss, which it would otherwise make when it starts. */
async function installJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string | null }>(
    `SELECT to_regclass('${JOB_SCHEMA}.version')::text AS version`,
  );
  if (rows[0]!.version === null) {
    await client.query(getConstructionPlans(JOB_SCHEMA));
    return;
  }
  const installed = await client.query<{ version: number }>(`SELECT version FROM ${JOB_SCHEMA}.version`);
  const { version } = installed.rows[0]!;
  if (version < pgBossPackage.pgboss.schema) await client.query(getMigrationPlans(JOB_SCHEMA, version));
}

/** Roles belong to all databases of a server, so another one may create it at the same moment. */
async function createRole(client: pg.Client, role: string, password: string | null): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount) return;
  const name = pg.escapeIdentifier(role);
  try {
    await client.query(
      `CREATE ROLE ${name} LOGIN${password === null ? '' : ` PASSWORD ${pg.escapeLiteral(password)}`}`,
    );
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501')
      throw new DatabaseRoleError(
        `There is no role ${role}, and the user of DATABASE_OWNER_URL may not create it: ` +
          `CREATE ROLE ${name} LOGIN PASSWORD '…';`,
      );
    if (code !== '42710' && code !== '23505') throw error;
  }
}

/**
 * Limits of the application's role: nothing waits or works for ever. Requests have shorter ones of their own; a job may
 * take ten minutes a statement. A query whose process has gone ends soon.
 */
const APP_LIMITS = {
  statement_timeout: '10min',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
  client_connection_check_interval: '5s',
};
/** The owner's statements may take long: indexes, backups. What waits for a lock makes others wait behind it. */
const OWNER_LIMITS = { lock_timeout: '10s', idle_in_transaction_session_timeout: '10min' };

/** Sets, for this database alone, the limits that the role does not have yet: an operator may choose others. */
async function limitRole(client: pg.Client, role: string, limits: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ database: string; name: string }>(
    `SELECT current_database() AS database, name FROM unnest($2::text[]) AS name
    WHERE NOT EXISTS (
      SELECT FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole, unnest(setconfig) AS config
      WHERE rolname = $1 AND config LIKE name || '=%'
        AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())))`,
    [role, Object.keys(limits)],
  );
  for (const { database, name } of rows) {
    const target = `${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)}`;
    // Who may not set them for another role, or whose system lacks one, goes without.
    await client
      .query(`ALTER ROLE ${target} SET ${name} = ${pg.escapeLiteral(limits[name]!)}`)
      .catch((error: { code?: string }) => {
        if (error.code !== '42501' && error.code !== '22023') throw error;
      });
  }
}

/** Written by the owner, or by a function of the owner. */
const READ_ONLY_TABLES = ['kysely_migration', 'kysely_migration_lock', 'audit_chain'];

/**
 * Statements that give a role its privileges; none when it has them. To tables that a trigger keeps as they are it only
 * adds, without choosing their numbers. The objects of extensions are left alone. Functions of the owner that run by the
 * owner's rights are few, and may be called by everybody who connects.
 */
const MISSING_GRANTS_SQL = `
  WITH app AS (SELECT oid, quote_ident(rolname) AS name FROM pg_roles WHERE rolname = $1),
  relations AS (
    SELECT c.oid, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS type, c.relacl,
      format('%I.%I', n.nspname, c.relname) AS name,
      CASE
        WHEN c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i') THEN ARRAY['SELECT']
        WHEN c.relkind = 'S' THEN ARRAY['SELECT', 'USAGE']
        WHEN c.relkind IN ('v', 'm') OR (n.nspname = 'public' AND c.relname = ANY ($2::text[])) THEN ARRAY['SELECT']
        WHEN EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc('public.forbid_change'))
          THEN (SELECT array_agg(privilege ORDER BY privilege COLLATE "C") FROM (
            SELECT 'SELECT' AS privilege UNION ALL
            SELECT format('INSERT (%I)', attname) FROM pg_attribute
            WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attidentity <> 'a') AS each)
        ELSE ARRAY['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      END AS privileges
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', '${JOB_SCHEMA}') AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')),
  granted AS (
    SELECT oid, array_agg(privilege ORDER BY privilege COLLATE "C") AS privileges FROM (
      SELECT relations.oid, acl.privilege_type AS privilege
      FROM app, relations CROSS JOIN LATERAL aclexplode(relations.relacl) acl WHERE acl.grantee = app.oid
      UNION ALL
      SELECT relations.oid, format('%s (%I)', acl.privilege_type, attname)
      FROM app, relations JOIN pg_attribute ON attrelid = relations.oid AND NOT attisdropped
        CROSS JOIN LATERAL aclexplode(attacl) acl WHERE acl.grantee = app.oid) AS each
    GROUP BY oid)
  SELECT format('REVOKE ALL ON %s %s FROM %s; GRANT %s ON %1$s %2$s TO %3$s',
    type, relations.name, app.name, array_to_string(relations.privileges, ', ')) AS statement
  FROM app, relations LEFT JOIN granted USING (oid)
  WHERE granted.privileges IS DISTINCT FROM relations.privileges
  UNION ALL
  SELECT format('GRANT USAGE ON SCHEMA %I TO %s', n.nspname, app.name) FROM app, pg_namespace n
  WHERE n.nspname IN ('public', '${JOB_SCHEMA}') AND NOT has_schema_privilege(app.oid, n.oid, 'USAGE')
  UNION ALL
  SELECT format('REVOKE CREATE ON SCHEMA public FROM PUBLIC, %s', app.name) FROM app, pg_namespace n
  WHERE n.nspname = 'public' AND EXISTS (SELECT FROM aclexplode(n.nspacl) acl
    WHERE acl.grantee IN (0, app.oid) AND acl.privilege_type = 'CREATE')
  UNION ALL
  SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, %s', datname, app.name) FROM app, pg_database
  WHERE datname = current_database() AND pg_has_role(current_user, datdba, 'USAGE')
    AND EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) acl
      WHERE acl.grantee IN (0, app.oid) AND acl.privilege_type = 'TEMPORARY')
  UNION ALL
  -- Large objects fill the disk as temporary tables do; nothing is one. Only superusers may change this.
  SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', p.oid::regprocedure) FROM pg_proc p
  WHERE p.pronamespace = 'pg_catalog'::regnamespace
    AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite')
    AND current_setting('is_superuser') = 'on'
    AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl WHERE acl.grantee = 0)
  UNION ALL
  SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I REVOKE ALL ON %s FROM %s; ' ||
    'ALTER DEFAULT PRIVILEGES IN SCHEMA %1$I GRANT %4$s ON %2$s TO %3$s',
    n.nspname, kind.objects, app.name, array_to_string(kind.privileges, ', '))
  FROM app, pg_namespace n, (VALUES ('r'::"char", 'TABLES', ARRAY['DELETE', 'INSERT', 'SELECT', 'UPDATE']),
    ('S', 'SEQUENCES', ARRAY['SELECT', 'USAGE'])) AS kind (type, objects, privileges)
  WHERE n.nspname IN ('public', '${JOB_SCHEMA}') AND kind.privileges IS DISTINCT FROM (
    SELECT array_agg(acl.privilege_type ORDER BY acl.privilege_type)
    FROM pg_default_acl d CROSS JOIN LATERAL aclexplode(d.defaclacl) acl
    WHERE d.defaclnamespace = n.oid AND d.defaclobjtype = kind.type AND acl.grantee = app.oid
      AND d.defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user))`;

async function grantToRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(MISSING_GRANTS_SQL, [role, READ_ONLY_TABLES]);
  // One transaction: no other process sees a table without its grants.
  if (rows.length > 0)
    await client.query(`BEGIN; ${rows.map(({ statement }) => statement).join('; ')}; COMMIT`);
}
