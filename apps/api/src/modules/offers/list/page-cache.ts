import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { loadOfferPage } from './list-offers.ts';

/** Bounds the age of changes without an event, e.g. of a sale place's name by another process. */
const PAGE_TTL_MS = 1_000;
const MAX_CACHED_PAGES = 500;

type OfferPage = Awaited<ReturnType<typeof loadOfferPage>>;

/** Returns the cached page of a key, or loads it. */
export type PageCache = (db: Db, cacheKey: string, load: () => Promise<OfferPage>) => Promise<OfferPage>;

/**
 * Caches pages of the list, because many users of a city request the same ones. Cleared by stock events of the database
 * and by every non-GET call to this process, so that callers see their own changes at once. One cache per database,
 * because a replica may lag behind.
 */
export function createPageCache(
  app: FastifyInstance,
  { liveEvents }: Pick<Context, 'liveEvents'>,
): PageCache {
  const cachesByDatabase = new Map<Db, ReturnType<typeof createTtlCache<OfferPage>>>();
  const clearAll = () => {
    for (const pageCache of cachesByDatabase.values()) pageCache.clear();
  };
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') clearAll();
  });
  let isListening = false;
  return (db, cacheKey, load) => {
    if (!isListening) liveEvents.subscribe('stock', clearAll);
    isListening = true;
    const pageCache =
      cachesByDatabase.get(db) ?? createTtlCache<OfferPage>(PAGE_TTL_MS, MAX_CACHED_PAGES, () => true);
    cachesByDatabase.set(db, pageCache);
    return pageCache(cacheKey, load);
  };
}

/**
 * Caches values for `ttlMs`; concurrent callers of a key share one load. Uses monotonic time: the age of an entry is
 * independent of the application clock.
 */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, isCacheable: (value: T) => boolean) {
  const entries = new Map<string, { createdAt: number; value: Promise<T> }>();
  const getOrLoad = async (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached && performance.now() - cached.createdAt < ttlMs) return cached.value;
    const entry = { createdAt: performance.now(), value: load() };
    // Inserted at the end again, so that the first entry is the oldest.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    const evict = () => void (entries.get(key) === entry && entries.delete(key));
    entry.value.then((value) => isCacheable(value) || evict(), evict);
    return entry.value;
  };
  /** Also detaches loads in progress: later callers start new ones. */
  const clear = () => entries.clear();
  return Object.assign(getOrLoad, { clear });
}
