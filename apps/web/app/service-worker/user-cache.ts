import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core/types.js';
import { NetworkFirst } from 'workbox-strategies';
import {
  CACHED_RESPONSE_HEADER,
  LATE_RESPONSE_MESSAGE,
  USER_CACHE_PREFIX,
} from '../lib/offline/offline-cache.ts';
import { cacheKeyOf, getRequestLanguage } from './cache-key.ts';
import { isOrderUrl, syncCachedOrders } from './cached-orders.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_SECONDS = 3;
/** As long as a page needs to ask for an answer that it was told of. */
const LATE_RESPONSE_TTL_MS = 5000;
/** Of lists there are as many as places to ask from: they push no ticket out. */
const MAX_LIST_ENTRIES = 30;
const MAX_OTHER_ENTRIES = 80;

/** Tickets, history, lists of packs, and what the frame around them shows. Nothing about payments, nothing written. */
export const isCacheable = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') &&
  /^\/api\/v1\/(orders|orders\/\d+|products|product_types|me)$/.test(url.pathname);

const isOfferListUrl = (url: string): boolean => new URL(url).pathname === '/api/v1/products';

let cacheGeneration = 0;
let offerListGeneration = 0;

/** Answers to questions asked before now are not kept any more. */
export const invalidateUserCache = (): void => {
  cacheGeneration += 1;
  lateResponses.clear();
};

/** Grows with each of the counters that the answer depends on. */
const getGeneration = (url: string): number =>
  cacheGeneration + (isOfferListUrl(url) ? offerListGeneration : 0);

interface CacheEntry {
  cacheName: string;
  key: string;
  language: string;
}

async function buildCacheEntry(request: Request): Promise<CacheEntry> {
  const language = getRequestLanguage(request);
  return {
    cacheName: await getCacheName(request),
    key: cacheKeyOf(new URL(request.url), language),
    language,
  };
}

const getCacheName = async (request: Request): Promise<string> =>
  USER_CACHE_PREFIX + (await hashToken(request.headers.get('authorization')!));

/** The server's answer, else the last one that this person got to the same question, marked as a copy. */
export async function handleUserRequest({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const generation = getGeneration(request.url);
  const cacheEntry = await buildCacheEntry(request);
  const lateResponse = takeLateResponse(cacheEntry);
  if (lateResponse) return lateResponse;
  // One for each request: the cache is its user's.
  const strategy = new NetworkFirst({
    cacheName: cacheEntry.cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    matchOptions: { ignoreVary: true },
    plugins: [createUserCachePlugin(cacheEntry, generation)],
  });
  return strategy.handle({ request, event });
}

function createUserCachePlugin(cacheEntry: CacheEntry, generation: number): WorkboxPlugin {
  const isOutdated = () => generation !== getGeneration(cacheEntry.key);
  let isCopyServed = false;
  let serverError: Response | undefined;
  return {
    cacheKeyWillBeUsed: async () => cacheEntry.key,
    fetchDidSucceed: async ({ response, event }) => {
      if (response.status >= 500) {
        serverError = response;
        throw new Error(`status ${response.status}`);
      }
      if (isCopyServed && !isOutdated()) await announceLateResponse(event, cacheEntry, response);
      return response;
    },
    cachedResponseWillBeUsed: async ({ cachedResponse }) => {
      if (!cachedResponse) return null;
      isCopyServed = true;
      const headers = new Headers(cachedResponse.headers);
      headers.set(CACHED_RESPONSE_HEADER, '1');
      return new Response(cachedResponse.body, { headers });
    },
    cacheWillUpdate: async ({ response }) => (response.status === 200 && !isOutdated() ? response : null),
    cacheDidUpdate: async ({ newResponse }) => {
      // Said to forget while it was being kept.
      if (isOutdated()) await deleteOutdatedResponse(cacheEntry);
      else await updateCachesAfterSave(cacheEntry, newResponse);
    },
    handlerDidError: async () => serverError,
  };
}

async function updateCachesAfterSave(
  { cacheName, key, language }: CacheEntry,
  response: Response,
): Promise<void> {
  await deleteOtherUserCaches(cacheName);
  if (isOrderUrl(key)) await syncCachedOrders(cacheName, response, language);
  await deleteOldestEntries(cacheName, MAX_LIST_ENTRIES, isOfferListUrl);
  await deleteOldestEntries(cacheName, MAX_OTHER_ENTRIES, (url) => !isOfferListUrl(url));
}

/** The cache with its last entry: it may be one that was deleted and came back by keeping this answer. */
async function deleteOutdatedResponse({ cacheName, key }: CacheEntry): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(key, { ignoreVary: true });
  if ((await cache.keys()).length === 0) await caches.delete(cacheName);
}

/**
 * Deletes what was kept first once a cache holds more than `maxEntries` of the addresses that count. Lists and tickets
 * share a cache with a limit each, which workbox-expiration does not offer.
 */
async function deleteOldestEntries(
  cacheName: string,
  maxEntries: number,
  isCounted: (url: string) => boolean,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = (await cache.keys()).filter(({ url }) => isCounted(url));
  await Promise.all(
    entries.slice(0, Math.max(0, entries.length - maxEntries)).map((request) => cache.delete(request)),
  );
}

/** Answers that came after their copy was given, for the page to fetch once; asking the slow server again would end in the same copy. */
const lateResponses = new Map<string, Response>();

const getLateResponseKey = ({ cacheName, key }: CacheEntry): string => `${cacheName} ${key}`;

function takeLateResponse(cacheEntry: CacheEntry): Response | undefined {
  const response = lateResponses.get(getLateResponseKey(cacheEntry));
  lateResponses.delete(getLateResponseKey(cacheEntry));
  return response;
}

async function announceLateResponse(event: ExtendableEvent, cacheEntry: CacheEntry, response: Response) {
  if (!(event instanceof FetchEvent)) return;
  const lateResponse = response.clone();
  lateResponses.set(getLateResponseKey(cacheEntry), lateResponse);
  setTimeout(() => {
    if (lateResponses.get(getLateResponseKey(cacheEntry)) === lateResponse)
      lateResponses.delete(getLateResponseKey(cacheEntry));
  }, LATE_RESPONSE_TTL_MS);
  (await self.clients.get(event.clientId))?.postMessage(LATE_RESPONSE_MESSAGE);
}

/** Passes on what the buyer does with an order; the copies know of it before the page does. */
export async function handleOrderAction({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const response = await fetch(request);
  lateResponses.clear();
  if (response.ok)
    await syncCachedOrders(await getCacheName(request), response.clone(), getRequestLanguage(request)).catch(
      console.warn,
    );
  return response;
}

export const isCityUpdate = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') && url.pathname === '/api/v1/user/city';

/** Lists without coordinates are those of the account's city: there is another one now. */
export async function handleCityUpdate({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const response = await fetch(request);
  lateResponses.clear();
  if (response.ok) offerListGeneration += 1;
  if (response.ok)
    await deleteOldestEntries(await getCacheName(request), 0, isOfferListUrl).catch(console.warn);
  return response;
}

/** On a shared device one person's copies make way for the next one's. */
async function deleteOtherUserCaches(ownCacheName: string): Promise<void> {
  const names = await caches.keys();
  const otherCacheNames = names.filter((name) => name.startsWith(USER_CACHE_PREFIX) && name !== ownCacheName);
  await Promise.all(otherCacheNames.map((name) => caches.delete(name)));
}

async function hashToken(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
