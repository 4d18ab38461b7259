import { expect, test } from 'vitest';
import type { Db } from '../db/database.ts';
import { createBatchLoader } from './batch-loader.ts';

const db = {} as Db;

function createDoublingLoader() {
  const batches: number[][] = [];
  const load = createBatchLoader(async (_db, keys: readonly number[]) => {
    batches.push([...keys]);
    return keys.map((key) => key * 2);
  });
  return { ask: load, asked: batches };
}

test('keys requested in one turn of the event loop are read by one query', async () => {
  const { ask: load, asked: batches } = createDoublingLoader();
  const answers = await Promise.all([load(db, 1), load(db, 2), load(db, 1)]);
  expect(answers).toEqual([2, 4, 2]);
  expect(batches).toEqual([[1, 2, 1]]);
});

test('results are not cached for later requests', async () => {
  const { ask: load, asked: batches } = createDoublingLoader();
  await load(db, 1);
  await load(db, 1);
  expect(batches).toEqual([[1], [1]]);
});

test('each database has its own batches', async () => {
  const { ask: load, asked: batches } = createDoublingLoader();
  await Promise.all([load(db, 1), load({} as Db, 2)]);
  expect(batches).toEqual([[1], [2]]);
});

test('a failed query rejects its own batch only', async () => {
  let isDatabaseDown = true;
  const load = createBatchLoader(async (_db, keys: readonly number[]) => {
    if (isDatabaseDown) throw new Error('away');
    return [...keys];
  });
  const results = await Promise.allSettled([load(db, 1), load(db, 2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDatabaseDown = false;
  expect(await load(db, 3)).toBe(3);
});
