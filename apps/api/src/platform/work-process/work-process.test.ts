import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestTasks } from '../../../test/support/work-process-tasks.ts';
import { createWorkProcess } from './work-process.ts';

const start = (options: { timeoutMs?: number; maxWaiting?: number; maxRunning?: number } = {}) =>
  createWorkProcess<TestTasks>({
    script: join(import.meta.dirname, '../../../test/support/work-process-tasks.ts'),
    maxHeapMb: 64,
    timeoutMs: 60_000,
    maxWaiting: 100,
    ...options,
  });

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('runs one task at a time, in one process', async () => {
  const work = start();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => work.run('count', { text: String(i) })),
  );
  expect(results.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
  expect(new Set(results.map(({ running }) => running))).toEqual(new Set([1]));
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1);
  expect(results[0]!.pid).not.toBe(process.pid);
});

test('runs so many at a time, each with its own result', async () => {
  const work = start({ maxRunning: 2 });
  const texts = Array.from({ length: 20 }, (_, i) => String(i));
  const results = await Promise.all(texts.map((text) => work.run('count', { text })));
  expect(results.map(({ text }) => text)).toEqual(texts);
  expect(Math.max(...results.map(({ running }) => running))).toBe(2);
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1);
});

test('a process that ends says whether the task was the only one', async () => {
  const work = start({ maxRunning: 2 });
  await expect(work.run('exit', null)).rejects.toMatchObject({ reason: 'ended', wasShared: false });
  const outcomes = await Promise.allSettled([
    work.run('wait', null),
    work.run('exit', null),
    work.run('count', { text: 'next' }),
  ]);
  expect(outcomes).toMatchObject([
    { reason: { reason: 'ended', wasShared: true } },
    { reason: { reason: 'ended', wasShared: true } },
    { value: { text: 'next' } },
  ]);
});

test('refuses with code 9 what can no longer wait', async () => {
  const work = start({ maxWaiting: 2 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) => work.run('count', { text: String(i) })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(outcomes[4]).toMatchObject({ reason: { kind: 'serviceDown' } });
});

test('has none of the secrets in the environment of the server', async () => {
  process.env.SECRET_KEY = 'of the server';
  const environment = await start().run('readEnvironment', null);
  delete process.env.SECRET_KEY;
  expect(environment).toMatchObject({ MALLOC_ARENA_MAX: '2' });
  expect(environment).not.toHaveProperty('SECRET_KEY');
});

test('errors of a task are those of the call, and its process stays', async () => {
  const work = start();
  const { pid } = await work.run('count', { text: '' });
  await expect(work.run('refuse', null)).rejects.toMatchObject({
    kind: 'uploadRefused',
    details: { message: 'media.tooNarrow', values: { limit: 3 } },
  });
  await expect(work.run('fail', null)).rejects.toThrow('a mistake');
  expect((await work.run('count', { text: '' })).pid).toBe(pid);
});

describe('a process that ends is replaced', () => {
  const ends = [
    ['exits', 'exit', 60_000, 'ended'],
    ['takes memory of native libraries', 'takeMemory', 60_000, 'ended'],
    ['takes too much heap', 'takeHeap', 60_000, 'ended'],
    ['occupies the processor', 'loop', 5_000, 'timeout'],
    ['never replies', 'wait', 5_000, 'timeout'],
  ] as const;

  test.each(ends)('when a task %s', async (_, task, timeoutMs, reason) => {
    const work = start({ timeoutMs });
    const before = await work.run('count', { text: '' });
    const [outcome, next] = await Promise.allSettled([
      work.run(task, null),
      work.run('count', { text: 'next' }),
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { reason } });
    expect(isAlive(before.pid)).toBe(false);
    expect(next).toMatchObject({ status: 'fulfilled', value: { text: 'next' } });
  });

  test('when the caller goes', async () => {
    const work = start();
    const { pid } = await work.run('count', { text: '' });
    const abortController = new AbortController();
    const running = work.run('loop', null, abortController.signal);
    const waiting = work.run('loop', null, abortController.signal);
    abortController.abort();
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' });
    expect(isAlive(pid)).toBe(false);
    expect((await work.run('count', { text: 'next' })).text).toBe('next');
  });
});

test.runIf(process.platform === 'linux')('Linux ends it before the server when memory is short', async () => {
  const { pid } = await start().run('count', { text: '' });
  await expect.poll(() => readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
});
