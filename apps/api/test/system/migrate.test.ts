import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { startJobs } from '../../src/platform/jobs.ts';
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
