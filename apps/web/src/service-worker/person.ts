import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js';
import { copyHeader, lateAnswer, personCaches } from '../lib/copies.ts';
import { dropOldest } from './keep-newest.ts';
import { keyOf, languageOf } from './key-of.ts';
import { agree, tellsOfOrders } from './orders.ts';

declare const self: ServiceWorkerGlobalScope;

const PATIENCE_MS = 3000;
/** As long as a page needs to ask for an answer that it was told of. */
const PICKUP_MS = 5000;
/** Of lists there are as many as places to ask from: they push no ticket out. */
const MAX_LISTS = 30;
const MAX_OTHERS = 80;

/** Tickets, history, lists of packs, and what the frame around them shows. Nothing about payments, nothing written. */
export const isKept = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') &&
  /^\/api\/v1\/(orders|orders\/\d+|products|product_types|me)$/.test(url.pathname);

const isList = (url: string): boolean => new URL(url).pathname === '/api/v1/products';

let era = 0;

/** Answers to questions asked before now are not kept any more. */
export const stopKeeping = (): void => {
  era += 1;
  late.clear();
};

interface Copies {
  cacheName: string;
  key: string;
  language: string;
}

async function copiesOf(request: Request): Promise<Copies> {
  const language = languageOf(request);
  return {
    cacheName: await cacheNameOf(request),
    key: keyOf(new URL(request.url), language),
    language,
  };
}

const cacheNameOf = async (request: Request): Promise<string> =>
  personCaches + (await digest(request.headers.get('authorization')!));

/** The server's answer, else the last one that this person got to the same question, marked as a copy. */
export async function answerPerson({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const asked = era;
  const copies = await copiesOf(request);
  const missed = takeLate(copies);
  if (missed) return missed;
  const answer = fetch(request);
  event.waitUntil(answer.then((response) => keep(copies, response.clone(), asked)).catch(() => undefined));
  const timely = await Promise.race([answer.catch(() => null), tooLong()]);
  if (timely && timely.status < 500) return timely;
  const copy = await findCopy(copies);
  if (!copy) return timely ?? answer;
  if (!timely)
    event.waitUntil(
      answer.then(
        (response) => announce(event, copies, response, asked),
        () => {},
      ),
    );
  return copy;
}

const tooLong = () => new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));

async function findCopy({ cacheName, key }: Copies): Promise<Response | undefined> {
  const copy = await caches.match(key, { cacheName, ignoreVary: true }).catch(() => undefined);
  if (!copy) return undefined;
  const headers = new Headers(copy.headers);
  headers.set(copyHeader, '1');
  return new Response(copy.body, { headers });
}

async function keep(copies: Copies, response: Response, asked: number): Promise<void> {
  if (response.status !== 200 || asked !== era) return;
  const { cacheName, key, language } = copies;
  const told = tellsOfOrders(key) ? response.clone() : null;
  const cache = await caches.open(cacheName);
  await cache.put(key, response);
  // Said to forget while it was being kept.
  if (asked !== era) return void (await caches.delete(cacheName));
  await dropOthers(cacheName);
  if (told) await agree(cacheName, told, language);
  await dropOldest(cacheName, MAX_LISTS, isList);
  await dropOldest(cacheName, MAX_OTHERS, (url) => !isList(url));
}

/** Answers that came after their copy was given, for the page to fetch once; asking the slow server again would end in the same copy. */
const late = new Map<string, Response>();

const lateKey = ({ cacheName, key }: Copies): string => `${cacheName} ${key}`;

function takeLate(copies: Copies): Response | undefined {
  const response = late.get(lateKey(copies));
  late.delete(lateKey(copies));
  return response;
}

async function announce(event: ExtendableEvent, copies: Copies, response: Response, asked: number) {
  if (response.status >= 500 || asked !== era || !(event instanceof FetchEvent)) return;
  const held = response.clone();
  late.set(lateKey(copies), held);
  setTimeout(() => {
    if (late.get(lateKey(copies)) === held) late.delete(lateKey(copies));
  }, PICKUP_MS);
  (await self.clients.get(event.clientId))?.postMessage(lateAnswer);
}

/** Passes on what the buyer does with an order; the copies know of it before the page does. */
export async function takeStep({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const answer = await fetch(request);
  late.clear();
  if (answer.ok)
    await agree(await cacheNameOf(request), answer.clone(), languageOf(request)).catch(console.warn);
  return answer;
}

export const movesHome = ({ url, request }: RouteMatchCallbackOptions): boolean =>
  request.headers.has('authorization') && url.pathname === '/api/v1/user/city';

/** Lists without coordinates are those of the account's city: there is another one now. */
export async function moveHome({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const answer = await fetch(request);
  late.clear();
  if (answer.ok) await dropOldest(await cacheNameOf(request), 0, isList).catch(console.warn);
  return answer;
}

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
