import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';

/**
 * Caches loaded values for `ttlMs`; concurrent callers share one load. A rejected load and a value that is not
 * cacheable are evicted, expired values at the next load. Ages are measured in monotonic time, not by the application's
 * clock.
 */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, isCacheable: (value: T) => boolean) {
  const entries = new LRUCache<string, Promise<T>>({ max: maxEntries, ttl: ttlMs, ttlResolution: 0 });
  const getOrLoad = (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached) return cached;
    entries.purgeStale();
    const value = load();
    entries.set(key, value);
    const evict = () => void (entries.peek(key) === value && entries.delete(key));
    value.then((loaded) => isCacheable(loaded) || evict(), evict);
    return value;
  };
  /** Also detaches pending loads from callers that come later. */
  const clear = () => entries.clear();
  return Object.assign(getOrLoad, { clear });
}

/** Bounds how long a change without a notification stays unseen, such as a sale place renamed by another process. */
const PAGE_TTL_MS = 1_000;
const MAX_CACHED_PAGES = 500;

/** Returns the cached page of the key while nothing has changed, else loads it. */
export type PageCache<Page> = (db: Db, cacheKey: string, load: () => Promise<Page>) => Promise<Page>;

/**
 * Shares pages between callers with the same query. All pages are dropped when the database notifies a change
 * of stock, and after every request to this process other than GET, so that buyers and sellers see their own
 * changes at once. Each database has pages of its own, because a replica may be behind.
 */
export function createPageCache<Page>(
  app: FastifyInstance,
  { liveEvents }: Pick<Context, 'liveEvents'>,
): PageCache<Page> {
  const cachesByDatabase = new Map<Db, ReturnType<typeof createTtlCache<Page>>>();
  const clearAll = () => {
    for (const pageCache of cachesByDatabase.values()) pageCache.clear();
  };
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') clearAll();
  });
  // Subscribed at the first read: building the app opens no connection.
  let isListening = false;
  return (db, cacheKey, load) => {
    if (!isListening) liveEvents.subscribe('stock', clearAll);
    isListening = true;
    const pageCache = cachesByDatabase.getOrInsertComputed(db, () =>
      createTtlCache<Page>(PAGE_TTL_MS, MAX_CACHED_PAGES, () => true),
    );
    return pageCache(cacheKey, load);
  };
}

/**
 * Keeps up to `maxEntries` rows that `read` has read, and returns rows by id for the ids and current versions that
 * another query has read. Only rows whose version is not that of an earlier call are read again. Each database has rows
 * of its own, because a replica may be behind.
 */
export function createVersionCache<Row extends { id: number; version: string }, Args extends string[]>(
  maxEntries: number,
  read: (db: Db, ids: readonly number[], ...args: Args) => Promise<Row[]>,
) {
  const cachesByDatabase = new WeakMap<Db, LRUCache<string, Row>>();
  return async (
    db: Db,
    currentVersions: readonly { id: number; version: string }[],
    ...args: Args
  ): Promise<Map<number, Row>> => {
    const cache = cachesByDatabase.getOrInsertComputed(db, () => new LRUCache({ max: maxEntries }));
    const buildKey = (id: number) => `${id}${args.join()}`;
    const rows = new Map<number, Row>();
    const missingIds = new Set<number>();
    for (const { id, version } of currentVersions) {
      const row = cache.get(buildKey(id));
      if (row?.version === version) rows.set(id, row);
      else missingIds.add(id);
    }
    for (const row of missingIds.size ? await read(db, [...missingIds], ...args) : []) {
      cache.set(buildKey(row.id), row);
      rows.set(row.id, row);
    }
    return rows;
  };
}
