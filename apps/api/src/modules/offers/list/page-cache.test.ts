import Fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import type { LiveEvents } from '../../../platform/live-events.ts';
import { createPageCache, createTtlCache } from './page-cache.ts';

const buildPage = (next_cursor: string) => ({ offers: [], next_cursor });
const primary = {} as Db;
const replica = {} as Db;

let notifyChange: () => void;
let app: ReturnType<typeof Fastify>;
let loadCursor: (cacheKey?: string, db?: Db) => Promise<string | null>;
let loadPage: ReturnType<typeof vi.fn>;

beforeEach(() => {
  app = Fastify();
  app.get('/', async () => 'read');
  app.post('/', async () => 'written');
  const liveEvents = {
    subscribe: (_channel: 'stock', listener: (event: 'gap') => void) => {
      notifyChange = () => listener('gap');
    },
  } as unknown as LiveEvents;
  const pageCache = createPageCache(app, { liveEvents });
  let pageNumber = 0;
  loadPage = vi.fn(async () => buildPage(String(++pageNumber)));
  loadCursor = async (cacheKey = 'centre', db = primary) =>
    (await pageCache(db, cacheKey, loadPage as never)).next_cursor;
});

test('equal requests share a page, different ones do not', async () => {
  expect(await Promise.all([loadCursor(), loadCursor(), loadCursor('hill')])).toEqual(['1', '1', '2']);
});

test('a stock event clears the cache', async () => {
  expect(await loadCursor()).toBe('1');
  notifyChange();
  expect(await loadCursor()).toBe('2');
});

test('a writing call clears the cache, a reading one does not', async () => {
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'GET', url: '/' });
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'POST', url: '/' });
  expect(await loadCursor()).toBe('2');
});

test('pages of a replica are not served for the primary', async () => {
  expect(await loadCursor('centre', replica)).toBe('1');
  expect(await loadCursor('centre', primary)).toBe('2');
});

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

test('expired, failed and uncacheable values are loaded again', async () => {
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

test('beyond the limit the oldest entry is removed', async () => {
  const cache = createTtlCache<string>(60_000, 2, cacheAlways);
  const load = vi.fn(async () => 'x');
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache(key, load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(4);
});

test('a load in progress is not shared after clearing', async () => {
  const cache = createTtlCache<string>(60_000, 10, cacheAlways);
  const { promise, resolve } = Promise.withResolvers<string>();
  const pendingValue = cache('a', () => promise);
  cache.clear();
  expect(await cache('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await pendingValue).toBe('old');
  expect(await cache('a', async () => 'newer')).toBe('new');
});
