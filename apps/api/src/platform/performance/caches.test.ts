import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../db/database.ts';
import type { LiveEvents } from '../live-events.ts';
import { createBatchLoader } from './batched-and-compiled-queries.ts';
import { createPageCache, createTtlCache, createVersionCache } from './caches.ts';

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

const cacheAlways = () => true;
/** By the process's own clock. */
const TTL_MS = 2;

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
  const expiringCache = createTtlCache<number>(TTL_MS, 10, cacheAlways);
  await expiringCache('a', load);
  await wait(TTL_MS + 1);
  await expiringCache('a', load);
  expect(load).toHaveBeenCalledTimes(2);

  const cache = createTtlCache<number>(60_000, 10, (value) => value > 0);
  await cache('a', load);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(4);

  load.mockRejectedValueOnce(new Error('away'));
  await expect(cache('b', load)).rejects.toThrow('away');
  expect(await cache('b', load)).toBe(0);
});

test('an expired value is not kept in memory once another is loaded', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const cache = createTtlCache<object>(TTL_MS, 10, cacheAlways);
  const loaded = new WeakRef(await cache('a', async () => ({})));
  await wait(TTL_MS + 1);
  await cache('b', async () => ({}));
  await expect
    .poll(async () => {
      // A reference that was read keeps its object until the turn of the event loop ends.
      await setImmediate();
      collectGarbage();
      return loaded.deref();
    })
    .toBeUndefined();
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
  const pageCache = createPageCache<ReturnType<typeof buildPage>>(app, { liveEvents });
  let pageNumber = 0;
  loadPage = vi.fn(async () => buildPage(String(++pageNumber)));
  loadCursor = async (cacheKey = 'centre', db = primary) =>
    (await pageCache(db, cacheKey, loadPage as never)).next_cursor;
});

test('callers with the same query share a page, others do not', async () => {
  expect(await Promise.all([loadCursor(), loadCursor(), loadCursor('hill')])).toEqual(['1', '1', '2']);
});

test('a change notified by the database is seen by the next caller', async () => {
  expect(await loadCursor()).toBe('1');
  notifyChange();
  expect(await loadCursor()).toBe('2');
});

test('a request that may have written drops the pages; one that only read does not', async () => {
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'GET', url: '/' });
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'POST', url: '/' });
  expect(await loadCursor()).toBe('2');
});

test('a page read from a replica is not returned to a caller of the primary', async () => {
  expect(await loadCursor('centre', replica)).toBe('1');
  expect(await loadCursor('centre', primary)).toBe('2');
});

describe('rows by version', () => {
  const versions = new Map<number, string>();
  const read = vi.fn(async (_db: Db, ids: readonly number[], ...languages: string[]) =>
    ids.flatMap((id) => {
      const version = versions.get(id);
      return version ? [{ id, version, text: [version, ...languages].join(' ') }] : [];
    }),
  );
  const listVersions = (ids: number[]) => ids.map((id) => ({ id, version: versions.get(id)! }));
  const getTexts = (rows: Map<number, { text: string }>) => [...rows].map(([id, { text }]) => [id, text]);
  beforeEach(() => {
    read.mockClear();
    versions.clear();
    for (const id of [1, 2, 3]) versions.set(id, 'old');
  });

  test('only rows that are new or have another version are read', async () => {
    const load = createVersionCache(10, read);
    expect(await load(db, [])).toEqual(new Map());
    expect(read).not.toHaveBeenCalled();
    await load(db, listVersions([1, 2]));
    versions.set(2, 'new');
    const rows = await load(db, listVersions([1, 2, 3, 2]));
    expect(Object.fromEntries(getTexts(rows))).toEqual({ 1: 'old', 2: 'new', 3: 'old' });
    expect(read.mock.calls.map(([, ids]) => ids)).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('a row that changed after its version was read is read again by the next call', async () => {
    const load = createVersionCache(10, read);
    const versionsBefore = listVersions([1]);
    versions.set(1, 'new');
    expect(getTexts(await load(db, versionsBefore))).toEqual([[1, 'new']]);
    expect(getTexts(await load(db, listVersions([1])))).toEqual([[1, 'new']]);
    versions.set(1, 'newer');
    expect(getTexts(await load(db, listVersions([1])))).toEqual([[1, 'newer']]);
  });

  test('each language and each database has rows of its own', async () => {
    const load = createVersionCache(10, read);
    expect(getTexts(await load(db, listVersions([1]), 'pt'))).toEqual([[1, 'old pt']]);
    expect(getTexts(await load(db, listVersions([1]), 'en'))).toEqual([[1, 'old en']]);
    await load({} as Db, listVersions([1]), 'pt');
    expect(getTexts(await load(db, listVersions([1]), 'pt'))).toEqual([[1, 'old pt']]);
    expect(read).toHaveBeenCalledTimes(3);
  });

  test('the rows that were used last are kept', async () => {
    const load = createVersionCache(2, read);
    await load(db, listVersions([1, 2]));
    await load(db, listVersions([1]));
    await load(db, listVersions([3]));
    read.mockClear();
    await load(db, listVersions([1, 3]));
    expect(read).not.toHaveBeenCalled();
    await load(db, listVersions([2]));
    expect(read).toHaveBeenCalledTimes(1);
  });
});
