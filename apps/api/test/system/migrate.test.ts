import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import { listMigrationNames, migrate } from '../../src/platform/db/migrate.ts';
import { restoreJobs, startJobs } from '../../src/platform/jobs.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-databases.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function createUrlOfEmptyDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase(inject('serverUrl'));
  cleanups.push(drop);
  return url;
}

function connect(url: string) {
  const db = openDatabase(url, 4);
  cleanups.push(() => db.destroy());
  return db;
}

test('four processes that start at once on an empty database all find it ready', async () => {
  const url = await createUrlOfEmptyDatabase();
  const startProcess = async () => {
    const db = connect(url);
    await migrate(db);
    const faults: Error[] = [];
    const jobs = await startJobs(url, (error) => faults.push(error));
    cleanups.push(() => jobs.stop());
    await jobs.work('a-queue', async () => {});
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'a-queue', {}));
    const types = await db.selectFrom('product_types').select('id').execute();
    return { types: types.length, faults };
  };
  const processes = await Promise.all([startProcess(), startProcess(), startProcess(), startProcess()]);
  expect(processes).toEqual(Array.from({ length: 4 }, () => ({ types: 7, faults: [] })));
});

test('migrating again changes nothing', async () => {
  const { url, drop } = await createTestDatabase(inject('serverUrl'));
  cleanups.push(drop);
  const db = connect(url);
  const listTableNames = () =>
    db.introspection.getTables().then((tables) => tables.map(({ name }) => name).sort());
  const before = await listTableNames();
  await migrate(db);
  expect(await listTableNames()).toEqual(before);
  expect(before).toContain('orders');
});

test('jobs that wait in a renamed queue move with it, and its former schedule ends', async () => {
  const url = await createUrlOfEmptyDatabase();
  const db = connect(url);
  const migrations = await listMigrationNames();
  await migrate(db, migrations[migrations.indexOf('20261122220000_plain_names') - 1]);
  const start_after = '2026-11-20T12:00:00.000Z';
  await restoreJobs(url, [
    { queue: 'payments.expire', data: { paymentId: 7 }, start_after },
    { queue: 'orders.seller-news', data: { orderId: 8, matter: 'sold' }, start_after },
    { queue: 'orders.encrypt-pins', data: {}, start_after },
  ]);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('payments.sweep');
  for (const queue of ['payments.sweep', 'orders.encrypt-pins']) await boss.schedule(queue, '* * * * *');
  await boss.stop({ graceful: false });

  await migrate(db);
  const readColumn = async (query: string) =>
    (await sql<{ value: unknown }>`${sql.raw(query)}`.execute(db)).rows.map(({ value }) => value);
  expect(
    await readColumn(
      "SELECT jsonb_build_array(name, data, state) AS value FROM pgboss.job WHERE name NOT LIKE '\\_\\_%' ORDER BY name",
    ),
  ).toEqual([
    ['checkout.expire-hold', { paymentId: 7 }, 'created'],
    ['orders.encrypt-pins', {}, 'created'],
    ['orders.notify-seller', { orderId: 8, event: 'sold' }, 'created'],
  ]);
  expect(await readColumn('SELECT name AS value FROM pgboss.schedule')).toEqual(['orders.encrypt-pins']);
  expect(await readColumn("SELECT name AS value FROM pgboss.queue WHERE name LIKE 'payments.%'")).toEqual([
    'payments.retry-refunds',
  ]);
});
