import { expect, test } from 'vitest';
import type { Db } from './database.ts';
import { gathered } from './gathered.ts';

const db = {} as Db;

function doubling() {
  const asked: number[][] = [];
  const ask = gathered(async (_db, keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => key * 2);
  });
  return { ask, asked };
}

test('what is asked in one turn is one query, and each gets the answer of its own', async () => {
  const { ask, asked } = doubling();
  const answers = await Promise.all([ask(db, 1), ask(db, 2), ask(db, 1)]);
  expect(answers).toEqual([2, 4, 2]);
  expect(asked).toEqual([[1, 2, 1]]);
});

test('nothing is kept: whoever asks later gets what is read later', async () => {
  const { ask, asked } = doubling();
  await ask(db, 1);
  await ask(db, 1);
  expect(asked).toEqual([[1], [1]]);
});

test('databases are asked apart', async () => {
  const { ask, asked } = doubling();
  await Promise.all([ask(db, 1), ask({} as Db, 2)]);
  expect(asked).toEqual([[1], [2]]);
});

test('a query that fails is told to all who asked, and to nobody after them', async () => {
  let away = true;
  const ask = gathered(async (_db, keys: readonly number[]) => {
    if (away) throw new Error('away');
    return [...keys];
  });
  const both = await Promise.allSettled([ask(db, 1), ask(db, 2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await ask(db, 3)).toBe(3);
});
