import { expect, test } from 'vitest';
import type { Db } from '../db/database.ts';
import { createFailureCounter } from './rate-limits.ts';

test('while the database is away, tries at once are no more than the limit', async () => {
  const db = { executeQuery: () => Promise.reject(new Error('away')) } as unknown as Db;
  const counter = createFailureCounter(db, 'test', { max: 3, window: '1 minute' });
  let running = 0;
  let maxRunning = 0;
  const attempt = async () => {
    const finish = await counter.enter('somebody');
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise(setImmediate);
    running--;
    await finish('failure');
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, attempt));
  expect(maxRunning).toBe(3);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
