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
import { cacheKeyOf, getRequestLanguage, isOrderUrl, syncCachedOrders } from './cached-orders.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_SECONDS = 3;
/** Time for a page to fetch a late response after it was notified. */
const LATE_RESPONSE_TTL_MS = 5000;
/** Lists vary by position, and many offers are looked at: their limits evict no tickets. */
const MAX_LIST_ENTRIES = 30;
const MAX_OFFER_ENTRIES = 30;
const MAX_OTHER_ENTRIES = 80;

/** Tickets, history, offers and their lists, and data of the layout. Nothing about payments, no writes. */
export const isCacheable = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') &&
  /^\/api\/v1\/(orders|orders\/\d+|products|products\/\d+|product_types|me)$/.test(url.pathname);

const isOfferListUrl = (url: string): boolean => new URL(url).pathname === '/api/v1/products';
const isOfferUrl = (url: string): boolean => /^\/api\/v1\/products\/\d+$/.test(new URL(url).pathname);

/** Their distances are from the account's city unless the request has coordinates. */
const dependsOnCity = (url: string): boolean => isOfferListUrl(url) || isOfferUrl(url);

let cacheGeneration = 0;
let cityGeneration = 0;

/** Responses to earlier requests are not stored any more. */
export const invalidateUserCache = (): void => {
  cacheGeneration += 1;
  lateResponses.clear();
};

/** Sum of the counters that the response depends on. */
const getGeneration = (url: string): number => cacheGeneration + (dependsOnCity(url) ? cityGeneration : 0);

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

/** The server's response, else this user's last response to the same request, marked as cached. */
export async function handleUserRequest({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const generation = getGeneration(request.url);
  const cacheEntry = await buildCacheEntry(request);
  const lateResponse = takeLateResponse(cacheEntry);
  if (lateResponse) return lateResponse;
  // One per request: each user has a separate cache.
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
      // Invalidated while the response was being stored.
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
  await deleteOldestEntries(cacheName, MAX_OFFER_ENTRIES, isOfferUrl);
  await deleteOldestEntries(cacheName, MAX_OTHER_ENTRIES, (url) => !dependsOnCity(url));
}

/** Deletes the cache together with its last entry: storing this response may have recreated a deleted cache. */
async function deleteOutdatedResponse({ cacheName, key }: CacheEntry): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(key, { ignoreVary: true });
  if ((await cache.keys()).length === 0) await caches.delete(cacheName);
}

/**
 * Deletes the oldest entries once a cache has more than `maxEntries` matching URLs. Lists and tickets share a cache
 * with a limit each, which workbox-expiration does not support.
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

/**
 * Responses that arrived after the cached one was used, for one refetch by the page; asking the slow server again
 * would end in the cached one again.
 */
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

/** Forwards a buyer's action on an order and updates cached orders before the page gets the response. */
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

/** Forwards a change of the account's city and deletes what was cached for the former one. */
export async function handleCityUpdate({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const response = await fetch(request);
  lateResponses.clear();
  if (response.ok) cityGeneration += 1;
  if (response.ok)
    await deleteOldestEntries(await getCacheName(request), 0, dependsOnCity).catch(console.warn);
  return response;
}

/** On a shared device, deletes the caches of former users. */
async function deleteOtherUserCaches(ownCacheName: string): Promise<void> {
  const names = await caches.keys();
  const otherCacheNames = names.filter((name) => name.startsWith(USER_CACHE_PREFIX) && name !== ownCacheName);
  await Promise.all(otherCacheNames.map((name) => caches.delete(name)));
}

async function hashToken(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
