import type { Context } from '../../../platform/context.ts';
import { listStock } from './live.queries.ts';

export interface ProductStock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
  pickup_start: string | null;
  pickup_end: string | null;
}

export type StockSubscriber = (stock: ProductStock) => void;

/** Long enough to answer a burst of changes by one query, short enough for nobody to notice. */
const BATCH_DELAY_MS = 50;
const RETRY_DELAY_MS = 1_000;
const BATCH_SIZE = 1_000;

/** Tells watchers the stock of their packs and when it is handed out: what it is when they come, then each change. One query for all of them. */
export function createStockFeed({
  db,
  readRouter,
  clock,
  liveEvents,
}: Pick<Context, 'db' | 'readRouter' | 'clock' | 'liveEvents'>) {
  const subscribersByProduct = new Map<number, Set<StockSubscriber>>();
  const changedIds = new Set<number>();
  const newSubscribers = new Set<StockSubscriber>();
  const requestedIds = new Set<number>();
  let isListening = false;
  /** A look at the database is planned or under way. */
  let isUpdateScheduled = false;

  function scheduleUpdate(delay = BATCH_DELAY_MS): void {
    if (isUpdateScheduled) return;
    isUpdateScheduled = true;
    setTimeout(() => void sendUpdates(), delay).unref();
  }

  /** One after another: what is read later is told later. */
  async function sendUpdates(): Promise<void> {
    const changedNow = new Set(changedIds);
    const subscribedNow = new Set(newSubscribers);
    const ids = [...new Set([...changedNow, ...requestedIds])].filter((id) => subscribersByProduct.has(id));
    for (const pendingSet of [changedIds, newSubscribers, requestedIds]) pendingSet.clear();
    try {
      // Whoever is told may ask for the list anew at once.
      await readRouter.waitForReplica();
      for (let offset = 0; offset < ids.length; offset += BATCH_SIZE) {
        for (const { starts_at, ends_at, ...rest } of await listStock(
          db,
          ids.slice(offset, offset + BATCH_SIZE),
          clock.now(),
        )) {
          const stock: ProductStock = {
            ...rest,
            pickup_start: starts_at?.toISOString() ?? null,
            pickup_end: ends_at?.toISOString() ?? null,
          };
          const isChanged = changedNow.has(stock.product_id);
          for (const subscriber of subscribersByProduct.get(stock.product_id) ?? []) {
            if (isChanged || subscribedNow.has(subscriber)) subscriber(stock);
          }
        }
      }
      isUpdateScheduled = false;
      if (changedIds.size || requestedIds.size) scheduleUpdate();
    } catch {
      // The database is away: everybody is told when it is back.
      for (const id of ids) changedIds.add(id);
      isUpdateScheduled = false;
      scheduleUpdate(RETRY_DELAY_MS);
    }
  }

  function handleStockEvent(event: number | 'gap'): void {
    if (event === 'gap') for (const id of subscribersByProduct.keys()) changedIds.add(id);
    else if (subscribersByProduct.has(event)) changedIds.add(event);
    if (changedIds.size) scheduleUpdate();
  }

  /** Answers how to stop watching. */
  return function watch(ids: readonly number[], subscriber: StockSubscriber): () => void {
    if (!isListening) liveEvents.subscribe('stock', handleStockEvent);
    isListening = true;
    for (const id of ids) {
      const productSubscribers = subscribersByProduct.get(id) ?? new Set();
      subscribersByProduct.set(id, productSubscribers.add(subscriber));
      requestedIds.add(id);
    }
    newSubscribers.add(subscriber);
    scheduleUpdate();
    return () => {
      newSubscribers.delete(subscriber);
      for (const id of ids) {
        const productSubscribers = subscribersByProduct.get(id);
        productSubscribers?.delete(subscriber);
        if (productSubscribers?.size === 0) subscribersByProduct.delete(id);
      }
    };
  };
}
