import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createTtlCache } from '../ttl-cache.ts';
import type { loadOfferPage } from './load-offer-page.ts';

/** A change that nobody told of (the name of a venue, made by another process) is seen after this. */
const PAGE_TTL_MS = 1_000;
const MAX_CACHED_PAGES = 500;

type OfferPage = Awaited<ReturnType<typeof loadOfferPage>>;

/** The answer to a question about the list: the one that is kept, if nothing has changed since, else a new one. */
export type PageCache = (db: Db, cacheKey: string, load: () => Promise<OfferPage>) => Promise<OfferPage>;

/**
 * Pages of the list that many ask for alike: at closing time a whole town looks from its centre. They are forgotten
 * when the database tells of any change of what is on sale, and when a call to this process may have changed anything:
 * whoever bought, sold or edited sees it at once. Apart for each database, since a replica may be behind.
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
