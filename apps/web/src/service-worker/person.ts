import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core/types.js';
import { NetworkFirst } from 'workbox-strategies';
import { fromCopy, fromServer, personCaches } from '../lib/copies.ts';
import { keepNewest } from './keep-newest.ts';
import { keyOf, languageOf } from './key-of.ts';
import { agree, tellsOfOrders } from './orders.ts';

declare const self: ServiceWorkerGlobalScope;

const PATIENCE_S = 3;
const MOST_ANSWERS = 80;

/** Tickets, history, lists of packs, and what the frame around them shows. Nothing about payments, nothing written. */
export const isKept = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') &&
  /^\/api\/v1\/(orders|orders\/\d+|products|product_types|me)$/.test(url.pathname);

let era = 0;

/** Answers to questions asked before now are not kept any more. */
export const stopKeeping = (): void => {
  era += 1;
};

/** The server's answer, else the last one that this person got to the same question. */
export async function answerPerson({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const strategy = await strategyOf(request.headers.get('authorization')!);
  const answer = await strategy.handle({ request, event });
  if (answer.status < 500) return answer;
  const copy = await caches.match(keyOfRequest(request), { cacheName: strategy.cacheName, ignoreVary: true });
  if (!copy) return answer;
  await tell(event, fromCopy);
  return copy;
}

/** Passes on what the buyer does with an order; the copies know of it before the page does. */
export async function takeStep({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const answer = await fetch(request);
  const { cacheName } = await strategyOf(request.headers.get('authorization')!);
  if (answer.ok) await agree(cacheName, answer.clone(), languageOf(request)).catch(console.warn);
  return answer;
}

const keyOfRequest = (request: Request): string => keyOf(new URL(request.url), languageOf(request));

const strategies = new Map<string, NetworkFirst>();

async function strategyOf(authorization: string): Promise<NetworkFirst> {
  const cacheName = personCaches + (await digest(authorization));
  const known = strategies.get(cacheName);
  if (known) return known;
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: PATIENCE_S,
    matchOptions: { ignoreVary: true },
    plugins: [keeping, keepNewest(MOST_ANSWERS)],
  });
  strategies.set(cacheName, strategy);
  return strategy;
}

const keeping: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state) state.era = era;
  },
  cacheKeyWillBeUsed: async ({ request }) => keyOfRequest(request),
  cacheWillUpdate: async ({ response, state }) =>
    response.status === 200 && state?.era === era ? response : null,
  cacheDidUpdate: async ({ cacheName, request, newResponse }) => {
    await dropOthers(cacheName);
    const language = new URL(request.url).searchParams.get('language') ?? '';
    if (tellsOfOrders(request.url)) await agree(cacheName, newResponse, language);
  },
  fetchDidSucceed: async ({ response, event }) => {
    if (response.status < 500) await tell(event, fromServer);
    return response;
  },
  cachedResponseWillBeUsed: async ({ cachedResponse, event }) => {
    if (cachedResponse) await tell(event, fromCopy);
    return cachedResponse;
  },
};

/** On a shared device one person's copies make way for the next one's. */
async function dropOthers(own: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(personCaches) && name !== own);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function tell(event: Event | undefined, news: string): Promise<void> {
  const client = event instanceof FetchEvent ? await self.clients.get(event.clientId) : undefined;
  client?.postMessage(news);
}
