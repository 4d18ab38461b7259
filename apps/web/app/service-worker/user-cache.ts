import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js';
import {
  CACHED_RESPONSE_HEADER,
  LATE_RESPONSE_MESSAGE,
  USER_CACHE_PREFIX,
} from '../lib/offline/offline-cache.ts';
import { cacheKeyOf, getRequestLanguage } from './cache-key.ts';
import { isOrderUrl, syncCachedOrders } from './cached-orders.ts';
import { deleteOldestEntries } from './max-entries-plugin.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_MS = 3000;
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

/** Answers to questions asked before now are not kept any more. */
export const invalidateUserCache = (): void => {
  cacheGeneration += 1;
  lateResponses.clear();
};

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
  const generation = cacheGeneration;
  const cacheEntry = await buildCacheEntry(request);
  const lateResponse = takeLateResponse(cacheEntry);
  if (lateResponse) return lateResponse;
  const networkResponse = fetch(request);
  event.waitUntil(
    networkResponse
      .then((response) => saveResponse(cacheEntry, response.clone(), generation))
      .catch(() => undefined),
  );
  const timelyResponse = await Promise.race([networkResponse.catch(() => null), waitForTimeout()]);
  if (timelyResponse && timelyResponse.status < 500) return timelyResponse;
  const cachedResponse = await findCachedResponse(cacheEntry);
  if (!cachedResponse) return timelyResponse ?? networkResponse;
  if (!timelyResponse)
    event.waitUntil(
      networkResponse.then(
        (response) => announceLateResponse(event, cacheEntry, response, generation),
        () => {},
      ),
    );
  return cachedResponse;
}

const waitForTimeout = () => new Promise<null>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, null));

async function findCachedResponse({ cacheName, key }: CacheEntry): Promise<Response | undefined> {
  const cachedResponse = await caches.match(key, { cacheName, ignoreVary: true }).catch(() => undefined);
  if (!cachedResponse) return undefined;
  const headers = new Headers(cachedResponse.headers);
  headers.set(CACHED_RESPONSE_HEADER, '1');
  return new Response(cachedResponse.body, { headers });
}

async function saveResponse(cacheEntry: CacheEntry, response: Response, generation: number): Promise<void> {
  if (response.status !== 200 || generation !== cacheGeneration) return;
  const { cacheName, key, language } = cacheEntry;
  const orderResponse = isOrderUrl(key) ? response.clone() : null;
  const cache = await caches.open(cacheName);
  await cache.put(key, response);
  // Said to forget while it was being kept.
  if (generation !== cacheGeneration) return void (await caches.delete(cacheName));
  await deleteOtherUserCaches(cacheName);
  if (orderResponse) await syncCachedOrders(cacheName, orderResponse, language);
  await deleteOldestEntries(cacheName, MAX_LIST_ENTRIES, isOfferListUrl);
  await deleteOldestEntries(cacheName, MAX_OTHER_ENTRIES, (url) => !isOfferListUrl(url));
}

/** Answers that came after their copy was given, for the page to fetch once; asking the slow server again would end in the same copy. */
const lateResponses = new Map<string, Response>();

const getLateResponseKey = ({ cacheName, key }: CacheEntry): string => `${cacheName} ${key}`;

function takeLateResponse(cacheEntry: CacheEntry): Response | undefined {
  const response = lateResponses.get(getLateResponseKey(cacheEntry));
  lateResponses.delete(getLateResponseKey(cacheEntry));
  return response;
}

async function announceLateResponse(
  event: ExtendableEvent,
  cacheEntry: CacheEntry,
  response: Response,
  generation: number,
) {
  if (response.status >= 500 || generation !== cacheGeneration || !(event instanceof FetchEvent)) return;
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
