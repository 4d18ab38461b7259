import type { Reply } from '@wopack/contract/client';
import { ApiError } from '@wopack/contract/client';
import { endSession, onSessionChange, sessionToken } from '../session.ts';
import { readStream } from './read-stream.ts';

/** What is left of a pack in the slot on sale; no slot: it is off sale. */
export type Stock = Reply<'streamOffers'>;
/** Of an order of the seller's; without one all of them may have changed. */
type OrderChange = Reply<'streamSellerOrders'>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** What the parts of a page watch is asked for together. */
const GATHER_MS = 50;
/** A page that comes after another mostly watches much the same. */
const LINGER_MS = 1000;
/** As many as the server takes; those that somebody began to watch last. */
const MAX_PRODUCTS = 100;

export interface Subscription {
  products: readonly number[];
  onStock?: (stock: Stock) => void;
  /** Given by who watches the seller's orders. */
  onOrder?: (change: OrderChange) => void;
  /** The stream is back after it was lost: more may have changed than it tells. */
  onBack: () => void;
}

interface OpenStream {
  products: ReadonlySet<number>;
  orders: boolean;
  /** The last that was said of each pack, for who comes later. */
  latest: Map<number, Stock>;
  over: AbortController;
}

const subscriptions = new Set<Subscription>();
let current: OpenStream | null = null;
/** One stream has ended before the next one begins. */
let ended = Promise.resolve();
let failures = 0;
let lost = false;

onSessionChange(({ token }) => {
  // The parts of the page that watched for somebody who is gone go, too.
  if (token === null) subscriptions.clear();
  close();
  lost = false;
  setTimeout(settle, GATHER_MS);
});

/**
 * Watches packs, orders or both while the page is seen, all over one connection: a browser has six for one host. A
 * hidden page lets it go; a lost one is opened again, later each time. Answers how to stop.
 */
export function watchStream(subscription: Subscription): () => void {
  // What a former user watched goes before this comes.
  sessionToken();
  const { products, onStock, onOrder } = subscription;
  for (const id of products) {
    const stock = current?.latest.get(id);
    if (stock) onStock?.(stock);
  }
  // What happened before is in no event that is still to come.
  if (current?.orders) onOrder?.({ order_id: null, sale_place_id: null, news: 'changed' });
  subscriptions.add(subscription);
  setTimeout(settle, GATHER_MS);
  return () => {
    subscriptions.delete(subscription);
    setTimeout(settle, LINGER_MS);
  };
}

/** Opens the stream anew if somebody watches what it does not carry: it then begins with how everything is. */
function settle(): void {
  const token = sessionToken();
  const products = wantedProducts();
  const orders = [...subscriptions].some(({ onOrder }) => onOrder);
  const wanted = products.size > 0 || orders;
  const carried = current && products.isSubsetOf(current.products) && (current.orders || !orders);
  if (wanted && carried) return;
  close();
  if (!wanted) return;
  const stream: OpenStream = { products, orders, latest: new Map(), over: new AbortController() };
  current = stream;
  ended = ended.then(() => keepReading(stream, token));
}

function wantedProducts(): Set<number> {
  const newestFirst = [...subscriptions].toReversed().flatMap(({ products }) => products);
  return new Set([...new Set(newestFirst)].slice(0, MAX_PRODUCTS).toSorted((a, b) => a - b));
}

function close(): void {
  current?.over.abort();
  current = null;
}

async function keepReading(stream: OpenStream, token: string | null): Promise<void> {
  const over = stream.over.signal;
  while (!over.aborted) {
    await seen(over);
    const hidden = whenHidden();
    try {
      const signal = AbortSignal.any([over, hidden.signal]);
      await readStream(pathOf(stream), {
        token,
        signal,
        onOpen,
        onEvent: (name, data) => tell(stream, name, data),
      });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) {
        if (current === stream) current = null;
        return endSession(token);
      }
      // They do not sell any more: the packs are told of all the same.
      if (status === 403 && stream.orders && stream.products.size > 0) stream.orders = false;
    } finally {
      hidden.forget();
    }
    if (hidden.signal.aborted || over.aborted) continue;
    lost = true;
    await pause(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS), over);
  }
}

const pathOf = ({ products, orders }: OpenStream): string =>
  products.size === 0
    ? 'seller/live'
    : `live?products=${[...products].join(',')}${orders ? '&orders=yes' : ''}`;

function onOpen(): void {
  failures = 0;
  if (lost) for (const { onBack } of subscriptions) onBack();
  lost = false;
}

function tell(stream: OpenStream, name: string | undefined, data: unknown): void {
  if (stream !== current) return;
  if (name === 'stock') {
    const stock = data as Stock;
    stream.latest.set(stock.product_id, stock);
    for (const { products, onStock } of subscriptions)
      if (products.includes(stock.product_id)) onStock?.(stock);
  }
  if (name === 'orders') for (const { onOrder } of subscriptions) onOrder?.(data as OrderChange);
}

/** Resolves when the page is in view, or when nobody cares any more. */
function seen(signal: AbortSignal): Promise<void> {
  return document.hidden
    ? first(signal, (finish, until) => onTurn(() => document.hidden || finish(), until))
    : done;
}

const done = Promise.resolve();

function onTurn(listener: () => unknown, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal });
}

/** A signal that the page is not in view any more. */
function whenHidden() {
  const hidden = new AbortController();
  const forgotten = new AbortController();
  onTurn(() => document.hidden && hidden.abort(), forgotten.signal);
  return { signal: hidden.signal, forget: () => forgotten.abort() };
}

/** Not all at the same time, when a thousand pages lost the server at one moment. A connection that is back ends it. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  first(signal, (finish, until) => {
    const timer = setTimeout(finish, milliseconds * (0.5 + Math.random()));
    until.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', finish, { signal: until });
  });

/** Resolves by whatever comes first of what `listen` sets up and the signal; then nothing listens any more. */
function first(signal: AbortSignal, listen: (finish: () => void, until: AbortSignal) => void): Promise<void> {
  if (signal.aborted) return done;
  const settled = new AbortController();
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { signal: settled.signal });
    listen(resolve, settled.signal);
  }).finally(() => settled.abort());
}
