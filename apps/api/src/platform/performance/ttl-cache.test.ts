import { expect, test, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

const cacheAlways = () => true;

test('concurrent callers share one load', async () => {
  const cache = createTtlCache<number>(60_000, 10, cacheAlways);
  const load = vi.fn(async () => 7);
  expect(await Promise.all([cache('a', load), cache('a', load)])).toEqual([7, 7]);
  expect(await cache('a', load)).toBe(7);
  expect(load).toHaveBeenCalledTimes(1);
  await cache('b', load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('an expired, failed or uncacheable value is loaded again', async () => {
  const load = vi.fn(async () => 0);
  const expiredCache = createTtlCache<number>(0, 10, cacheAlways);
  await expiredCache('a', load);
  await expiredCache('a', load);
  expect(load).toHaveBeenCalledTimes(2);

  const cache = createTtlCache<number>(60_000, 10, (value) => value > 0);
  await cache('a', load);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(4);

  load.mockRejectedValueOnce(new Error('away'));
  await expect(cache('b', load)).rejects.toThrow('away');
  expect(await cache('b', load)).toBe(0);
});

test('the least recently loaded entry is evicted when the cache is full', async () => {
  const cache = createTtlCache<string>(60_000, 2, cacheAlways);
  const load = vi.fn(async () => 'x');
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache(key, load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(4);
});

test('after clear() callers get a new load, even while an older one is pending', async () => {
  const cache = createTtlCache<string>(60_000, 10, cacheAlways);
  const { promise, resolve } = Promise.withResolvers<string>();
  const pendingValue = cache('a', () => promise);
  cache.clear();
  expect(await cache('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await pendingValue).toBe('old');
  expect(await cache('a', async () => 'newer')).toBe('new');
});
