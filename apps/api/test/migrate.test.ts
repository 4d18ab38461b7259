import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { startJobs } from '../src/platform/jobs.ts';
import { cloneTemplate, emptyDatabase } from './databases.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function nothingYet(): Promise<string> {
  const { url, drop } = await emptyDatabase(inject('serverUrl'));
  closing.push(drop);
  return url;
}

function open(url: string) {
  const db = openDatabase(url, 4);
  closing.push(() => db.destroy());
  return db;
}

test('four processes that start at once on an empty database all find it ready', async () => {
  const url = await nothingYet();
  const start = async () => {
    const db = open(url);
    await migrate(db);
    const faults: Error[] = [];
    const jobs = await startJobs(url, (error) => faults.push(error));
    closing.push(() => jobs.stop());
    await jobs.work('a-queue', async () => {});
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'a-queue', {}));
    const types = await db.selectFrom('product_types').select('id').execute();
    return { types: types.length, faults };
  };
  const started = await Promise.all([start(), start(), start(), start()]);
  expect(started).toEqual(Array.from({ length: 4 }, () => ({ types: 7, faults: [] })));
});

test('migrating again changes nothing', async () => {
  const { url, drop } = await cloneTemplate(inject('serverUrl'));
  closing.push(drop);
  const db = open(url);
  const applied = () => db.introspection.getTables().then((tables) => tables.map(({ name }) => name).sort());
  const before = await applied();
  await migrate(db);
  expect(await applied()).toEqual(before);
  expect(before).toContain('orders');
});
