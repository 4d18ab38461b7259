import type { Reply } from '@wopack/contract/client';
import { ApiError } from '@wopack/contract/client';
import { endSession, getSessionToken, onSessionChange } from '../session/session.ts';
import { readStream } from './read-stream.ts';

/** What is left of a pack in the slot on sale; no slot: it is off sale. */
export type Stock = Reply<'streamOffers'>;
/** Of an order of the seller's; without one all of them may have changed. */
type OrderChange = Reply<'streamSellerOrders'>;

const INITIAL_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;
/** What the parts of a page watch is asked for together. */
const SUBSCRIBE_DELAY_MS = 50;
/** A page that comes after another mostly watches much the same. */
const UNSUBSCRIBE_DELAY_MS = 1000;
/** As many as the server takes; those that somebody began to watch last. */
const MAX_PRODUCTS = 100;

export interface Subscription {
  productIds: readonly number[];
  onStock?: (stock: Stock) => void;
  /** Given by who watches the seller's orders. */
  onOrder?: (change: OrderChange) => void;
  /** The stream is back after it was lost: more may have changed than it tells. */
  onReconnect: () => void;
}

interface OpenStream {
  productIds: ReadonlySet<number>;
  includesOrders: boolean;
  /** The last that was said of each pack, for who comes later. */
  latestStock: Map<number, Stock>;
  abortController: AbortController;
}

const subscriptions = new Set<Subscription>();
let currentStream: OpenStream | null = null;
/** One stream has ended before the next one begins. */
let previousStreamEnded = Promise.resolve();
let failureCount = 0;
let isConnectionLost = false;

onSessionChange(({ token }) => {
  // The parts of the page that watched for somebody who is gone go, too.
  if (token === null) subscriptions.clear();
  closeStream();
  isConnectionLost = false;
  setTimeout(updateStream, SUBSCRIBE_DELAY_MS);
});

/**
 * Watches packs, orders or both while the page is seen, all over one connection: a browser has six for one host. A
 * hidden page lets it go; a lost one is opened again, later each time. Answers how to stop.
 */
export function subscribeToStream(subscription: Subscription): () => void {
  // What a former user watched goes before this comes.
  getSessionToken();
  const { productIds, onStock, onOrder } = subscription;
  for (const id of productIds) {
    const stock = currentStream?.latestStock.get(id);
    if (stock) onStock?.(stock);
  }
  // What happened before is in no event that is still to come.
  if (currentStream?.includesOrders) onOrder?.({ order_id: null, sale_place_id: null, news: 'changed' });
  subscriptions.add(subscription);
  setTimeout(updateStream, SUBSCRIBE_DELAY_MS);
  return () => {
    subscriptions.delete(subscription);
    setTimeout(updateStream, UNSUBSCRIBE_DELAY_MS);
  };
}

/** Opens the stream anew if somebody watches what it does not carry: it then begins with how everything is. */
function updateStream(): void {
  const token = getSessionToken();
  const productIds = listSubscribedProductIds();
  const includesOrders = [...subscriptions].some(({ onOrder }) => onOrder);
  const hasSubscriptions = productIds.size > 0 || includesOrders;
  const isCovered =
    currentStream &&
    productIds.isSubsetOf(currentStream.productIds) &&
    (currentStream.includesOrders || !includesOrders);
  if (hasSubscriptions && isCovered) return;
  closeStream();
  if (!hasSubscriptions) return;
  const stream: OpenStream = {
    productIds,
    includesOrders,
    latestStock: new Map(),
    abortController: new AbortController(),
  };
  currentStream = stream;
  previousStreamEnded = previousStreamEnded.then(() => runStream(stream, token));
}

function listSubscribedProductIds(): Set<number> {
  const newestFirstIds = [...subscriptions].toReversed().flatMap(({ productIds }) => productIds);
  return new Set([...new Set(newestFirstIds)].slice(0, MAX_PRODUCTS).toSorted((a, b) => a - b));
}

function closeStream(): void {
  currentStream?.abortController.abort();
  currentStream = null;
}

async function runStream(stream: OpenStream, token: string | null): Promise<void> {
  const closeSignal = stream.abortController.signal;
  while (!closeSignal.aborted) {
    await waitUntilVisible(closeSignal);
    const pageHidden = watchPageHidden();
    try {
      const signal = AbortSignal.any([closeSignal, pageHidden.signal]);
      await readStream(buildStreamPath(stream), {
        token,
        signal,
        onOpen,
        onEvent: (name, data) => notifySubscribers(stream, name, data),
      });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) {
        if (currentStream === stream) currentStream = null;
        return endSession(token);
      }
      // They do not sell any more: the packs are told of all the same.
      if (status === 403 && stream.includesOrders && stream.productIds.size > 0)
        stream.includesOrders = false;
    } finally {
      pageHidden.dispose();
    }
    if (pageHidden.signal.aborted || closeSignal.aborted) continue;
    isConnectionLost = true;
    await waitBeforeRetry(
      Math.min(INITIAL_RETRY_DELAY_MS * 2 ** failureCount++, MAX_RETRY_DELAY_MS),
      closeSignal,
    );
  }
}

const buildStreamPath = ({ productIds, includesOrders }: OpenStream): string =>
  productIds.size === 0
    ? 'seller/live'
    : `live?products=${[...productIds].join(',')}${includesOrders ? '&orders=yes' : ''}`;

function onOpen(): void {
  failureCount = 0;
  if (isConnectionLost) for (const { onReconnect } of subscriptions) onReconnect();
  isConnectionLost = false;
}

function notifySubscribers(stream: OpenStream, name: string | undefined, data: unknown): void {
  if (stream !== currentStream) return;
  if (name === 'stock') {
    const stock = data as Stock;
    stream.latestStock.set(stock.product_id, stock);
    for (const { productIds, onStock } of subscriptions)
      if (productIds.includes(stock.product_id)) onStock?.(stock);
  }
  if (name === 'orders') for (const { onOrder } of subscriptions) onOrder?.(data as OrderChange);
}

/** Resolves when the page is in view, or when nobody cares any more. */
function waitUntilVisible(signal: AbortSignal): Promise<void> {
  return document.hidden
    ? waitForFirst(signal, (finish, untilSignal) =>
        onVisibilityChange(() => document.hidden || finish(), untilSignal),
      )
    : resolvedPromise;
}

const resolvedPromise = Promise.resolve();

function onVisibilityChange(listener: () => unknown, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal });
}

/** A signal that the page is not in view any more. */
function watchPageHidden() {
  const hiddenController = new AbortController();
  const disposeController = new AbortController();
  onVisibilityChange(() => document.hidden && hiddenController.abort(), disposeController.signal);
  return { signal: hiddenController.signal, dispose: () => disposeController.abort() };
}

/** Not all at the same time, when a thousand pages lost the server at one moment. A connection that is back ends it. */
const waitBeforeRetry = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  waitForFirst(signal, (finish, untilSignal) => {
    const timer = setTimeout(finish, milliseconds * (0.5 + Math.random()));
    untilSignal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', finish, { signal: untilSignal });
  });

/** Resolves by whatever comes first of what `listen` sets up and the signal; then nothing listens any more. */
function waitForFirst(
  signal: AbortSignal,
  register: (finish: () => void, untilSignal: AbortSignal) => void,
): Promise<void> {
  if (signal.aborted) return resolvedPromise;
  const settledController = new AbortController();
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { signal: settledController.signal });
    register(resolve, settledController.signal);
  }).finally(() => settledController.abort());
}
