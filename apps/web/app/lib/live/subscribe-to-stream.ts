import { ApiError, type Reply } from '@wopack/contract/client';
import { refreshMe } from '../api/query-client.ts';
import { endSession, getSessionToken, onSessionChange } from '../session/session.ts';

/** Quantity of a product in the slot on sale; no slot: off sale. */
export type Stock = Reply<'streamOffers'>;
/** A change of one of the seller's orders; without an order all may have changed. */
type OrderChange = Reply<'streamSellerOrders'>;
/** A change of an order that the user bought. Without an order all may have changed, unless they were requested within `unchanged_ms`. */
export interface MyOrderChange {
  order_id: number | null;
  unchanged_ms?: number;
}

/** A hold of the user whose unit passed to another buyer; without ids any may have. */
export interface MyHoldChange {
  product_id: number | null;
  slot_id: number | null;
}

const INITIAL_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;
/** Batches the subscriptions of a page's parts. */
const SUBSCRIBE_DELAY_MS = 50;
/** Consecutive pages mostly subscribe to the same products. */
const UNSUBSCRIBE_DELAY_MS = 1000;
/** The server's limit; the latest subscriptions count. */
const MAX_PRODUCTS = 100;

export interface Subscription {
  productIds: readonly number[];
  onStock?: (stock: Stock) => void;
  /** Set by subscribers to the seller's orders. */
  onOrder?: (change: OrderChange) => void;
  /** Set by subscribers to the orders that the user bought. */
  onMyOrder?: (change: MyOrderChange) => void;
  /** Set by subscribers to the user's entries in draws and waitlists. */
  onMyEntry?: () => void;
  /** Set by subscribers to the user's holds. */
  onMyHold?: (change: MyHoldChange) => void;
  /** The stream was lost and is open again: more may have changed than it reports. */
  onReconnect: () => void;
}

interface OpenStream {
  productIds: ReadonlySet<number>;
  includesOrders: boolean;
  /** Orders that the user bought, their entries and holds. */
  includesMine: boolean;
  /** The last event of each product, for later subscribers. */
  latestStock: Map<number, Stock>;
  /** Orders that the user bought have not changed since; null while nothing is known of them. */
  myOrdersUnchangedSince: number | null;
  abortController: AbortController;
}

const subscriptions = new Set<Subscription>();
let currentStream: OpenStream | null = null;
/** A stream ends before the next one starts. */
let previousStreamEnded = Promise.resolve();
let failureCount = 0;
let isConnectionLost = false;

onSessionChange(({ token }) => {
  // Subscriptions of the former user end with the session.
  if (token === null) subscriptions.clear();
  closeStream();
  isConnectionLost = false;
  setTimeout(updateStream, SUBSCRIBE_DELAY_MS);
});

/**
 * Subscribes to products, orders or both while the page is visible, over one connection: browsers limit connections
 * to six per host. A hidden page closes it; a lost one is reopened with growing delays. Returns the unsubscribe
 * function.
 */
export function subscribeToStream(subscription: Subscription): () => void {
  // Ends subscriptions of a former user before this one is added.
  getSessionToken();
  const { productIds, onStock, onOrder, onMyOrder, onMyEntry } = subscription;
  for (const id of productIds) {
    const stock = currentStream?.latestStock.get(id);
    if (stock) onStock?.(stock);
  }
  // Events before the subscription are not repeated.
  if (currentStream?.includesOrders) onOrder?.({ order_id: null, sale_place_id: null, news: 'changed' });
  if (currentStream?.includesMine) {
    const { myOrdersUnchangedSince: since } = currentStream;
    onMyOrder?.({ order_id: null, unchanged_ms: since === null ? 0 : Date.now() - since });
    onMyEntry?.();
  }
  subscriptions.add(subscription);
  setTimeout(updateStream, SUBSCRIBE_DELAY_MS);
  return () => {
    subscriptions.delete(subscription);
    setTimeout(updateStream, UNSUBSCRIBE_DELAY_MS);
  };
}

/** Reopens the stream if a subscriber needs what it does not include; it then starts with the current state. */
function updateStream(): void {
  const token = getSessionToken();
  const productIds = listSubscribedProductIds();
  const includesOrders = [...subscriptions].some(({ onOrder }) => onOrder);
  const includesMine = [...subscriptions].some(
    ({ onMyOrder, onMyEntry, onMyHold }) => onMyOrder ?? onMyEntry ?? onMyHold,
  );
  const hasSubscriptions = productIds.size > 0 || includesOrders || includesMine;
  const isCovered =
    currentStream &&
    productIds.isSubsetOf(currentStream.productIds) &&
    (currentStream.includesOrders || !includesOrders) &&
    (currentStream.includesMine || !includesMine);
  if (hasSubscriptions && isCovered) return;
  closeStream();
  if (!hasSubscriptions) return;
  const stream: OpenStream = {
    productIds,
    includesOrders,
    includesMine,
    latestStock: new Map(),
    myOrdersUnchangedSince: null,
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
      // Guests, who have no stream, do without its code.
      const { readStream } = await import('./read-stream.ts');
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
      if (status === 403) refreshMe();
      // The user acts for no business any more: reopen it for the rest.
      if (status === 403 && stream.includesOrders && (stream.productIds.size > 0 || stream.includesMine))
        stream.includesOrders = false;
    } finally {
      stream.myOrdersUnchangedSince = null;
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

function buildStreamPath({ productIds, includesOrders, includesMine }: OpenStream): string {
  if (productIds.size === 0 && !includesMine) return 'seller/live';
  const parameters = [
    ...(productIds.size ? [`products=${[...productIds].join(',')}`] : []),
    ...(includesOrders ? ['orders=yes'] : []),
    ...(includesMine ? ['mine=yes'] : []),
  ];
  return `live?${parameters.join('&')}`;
}

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
  if (name === 'my_orders') {
    const change = data as MyOrderChange;
    stream.myOrdersUnchangedSince = Date.now() - (change.unchanged_ms ?? 0);
    for (const { onMyOrder } of subscriptions) onMyOrder?.(change);
  }
  if (name === 'my_holds') for (const { onMyHold } of subscriptions) onMyHold?.(data as MyHoldChange);
  if (name === 'my_entries') for (const { onMyEntry } of subscriptions) onMyEntry?.();
  if (name === 'orders') for (const { onOrder } of subscriptions) onOrder?.(data as OrderChange);
}

/** Resolves when the page is visible, or when the signal aborts. */
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

/** A signal that aborts when the page is hidden. */
function watchPageHidden() {
  const hiddenController = new AbortController();
  const disposeController = new AbortController();
  onVisibilityChange(() => document.hidden && hiddenController.abort(), disposeController.signal);
  return { signal: hiddenController.signal, dispose: () => disposeController.abort() };
}

/** Random, so that a thousand pages that lost the server do not return at once. A restored connection ends the wait. */
const waitBeforeRetry = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  waitForFirst(signal, (finish, untilSignal) => {
    const timer = setTimeout(finish, milliseconds * (0.5 + Math.random()));
    untilSignal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', finish, { signal: untilSignal });
  });

/** Resolves by the first of `listen` and the signal, then removes all listeners. */
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
