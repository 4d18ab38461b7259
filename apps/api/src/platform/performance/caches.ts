import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';

/**
 * Caches loaded values for `ttlMs`; concurrent callers share one load. A rejected load and a value that is not
 * cacheable are evicted. Ages are measured in monotonic time, not by the application's clock.
 */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, isCacheable: (value: T) => boolean) {
  const entries = new Map<string, { createdAt: number; value: Promise<T> }>();
  const getOrLoad = async (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached && performance.now() - cached.createdAt < ttlMs) return cached.value;
    const entry = { createdAt: performance.now(), value: load() };
    // A reloaded entry moves to the end, so that the first is the least recently loaded.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    const evict = () => void (entries.get(key) === entry && entries.delete(key));
    entry.value.then((value) => isCacheable(value) || evict(), evict);
    return entry.value;
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
