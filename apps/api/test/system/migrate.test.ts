import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import {
  buildMigration,
  migrate,
  NO_TRANSACTION_MARK,
  repeatWhileLocked,
} from '../../src/platform/db/migrate.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-databases.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function createUrlOfEmptyDatabase(): Promise<string> {
  const { ownerUrl, drop } = await createEmptyDatabase(inject('serverUrl'));
  cleanups.push(drop);
  return ownerUrl;
}

function connect(url: string) {
  const db = openDatabase(url, 4);
  cleanups.push(() => db.destroy());
  return db;
}

test('four processes can migrate an empty database concurrently', async () => {
  const url = await createUrlOfEmptyDatabase();
  const startProcess = async () => {
    await prepareDatabase({ url, ownerUrl: null });
    const db = connect(url);
    const faults: unknown[] = [];
    const jobs = await startJobs(url, (error) => faults.push(error));
    cleanups.push(() => jobs.stop());
    await jobs.work('ledger.check-balances', async () => {});
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'ledger.check-balances', {}));
    const types = await db.selectFrom('product_types').select('id').execute();
    return { types: types.length, faults };
  };
  const processes = await Promise.all([startProcess(), startProcess(), startProcess(), startProcess()]);
  expect(processes).toEqual(Array.from({ length: 4 }, () => ({ types: 7, faults: [] })));
});

test('migrating again changes nothing', async () => {
  const { ownerUrl, drop } = await createTestDatabase(inject('serverUrl'));
  cleanups.push(drop);
  const db = connect(ownerUrl);
  const listTableNames = () =>
    db.introspection.getTables().then((tables) => tables.map(({ name }) => name).sort());
  const before = await listTableNames();
  await migrate(db);
  expect(await listTableNames()).toEqual(before);
  expect(before).toContain('orders');
});

test('a migration that waits for a lock lets others pass, and runs when the lock is gone', async () => {
  const { ownerUrl: url, drop } = await createTestDatabase(inject('serverUrl'));
  cleanups.push(drop);
  const db = connect(url);
  const { up } = buildMigration('ALTER TABLE payouts ADD COLUMN added integer;');
  const released = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (trx) => {
    await sql`SELECT FROM payouts`.execute(trx);
    holding.resolve();
    await released.promise;
  });
  await holding.promise;
  const other = connect(url);
  const migration = repeatWhileLocked(() => other.transaction().execute(up));
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'payouts'::regclass
      AND mode = 'AccessExclusiveLock'`.execute(db);
    expect(rows).toHaveLength(1);
  }, 60_000);
  // Behind the migration until it gives up.
  await sql`SELECT FROM payouts`.execute(db);
  released.resolve();
  await holder;
  await migration;
  expect((await sql`SELECT added FROM payouts`.execute(db)).rows).toEqual([]);
});

test('a migration without a transaction builds its index while the table is written', async () => {
  const url = await createUrlOfEmptyDatabase();
  const db = connect(url);
  await sql`CREATE TABLE large (id int)`.execute(db);
  const { up, isWithoutTransaction } = buildMigration(`${NO_TRANSACTION_MARK}
-- Which is large.
DROP INDEX CONCURRENTLY IF EXISTS large_id;
CREATE INDEX CONCURRENTLY large_id
  ON large (id);
`);
  expect(isWithoutTransaction).toBe(true);
  const run = () => db.connection().execute((connection) => up(connection));
  await run();
  // After an interruption.
  await run();
  const { rows } =
    await sql`SELECT FROM pg_index WHERE indexrelid = 'large_id'::regclass AND indisvalid`.execute(db);
  expect(rows).toHaveLength(1);
});

test('the roles have limits in this database, except where an operator chose others', async () => {
  const empty = await createEmptyDatabase(inject('serverUrl'));
  cleanups.push(empty.drop);
  await prepareDatabase(empty);
  const readLimits = async (url: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`);
    await client.end();
    return rows[0];
  };
  expect(await readLimits(empty.url)).toEqual({ statement: '10min', lock: '10s', idle: '1min' });
  expect(await readLimits(empty.ownerUrl)).toEqual({ statement: '0', lock: '10s', idle: '10min' });
  const client = new pg.Client(empty.ownerUrl);
  await client.connect();
  await client.query(
    `ALTER ROLE wopack_app IN DATABASE ${new URL(empty.url).pathname.slice(1)} SET statement_timeout = '20min'`,
  );
  await client.end();
  await prepareDatabase(empty);
  expect(await readLimits(empty.url)).toEqual({ statement: '20min', lock: '10s', idle: '1min' });
});
