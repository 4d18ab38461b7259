import { endpoints, hasMemberRight, MAX_ID } from '@wopack/contract';
import type { Static } from 'typebox';
import type { Context, Http } from '../../platform/context.ts';
import type { BusinessScope } from '../../platform/db/business-scope.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { LiveEventPayloads } from '../../platform/live-events.ts';
import { getShownQuantity } from '../products/index.ts';
import { type AllocationView, loadAllocations } from './offer-allocations.queries.ts';
import { listStock } from './offers.queries.ts';

export interface ProductStock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
  pickup_start: string | null;
  pickup_end: string | null;
  allocation: AllocationView | null;
}

export type StockSubscriber = (stock: ProductStock) => void;

/** Collects a burst of changes into one query. */
const BATCH_DELAY_MS = 50;
const RETRY_DELAY_MS = 1_000;
const BATCH_SIZE = 1_000;

/** Sends subscribers the stock and window of their products, first the current state, then each change; one query serves all. */
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
  /** An update is scheduled or running. */
  let isUpdateScheduled = false;

  function scheduleUpdate(delay = BATCH_DELAY_MS): void {
    if (isUpdateScheduled) return;
    isUpdateScheduled = true;
    setTimeout(() => void sendUpdates(), delay).unref();
  }

  /** Never runs concurrently, so that updates are sent in the order they are read. */
  async function sendUpdates(): Promise<void> {
    const changedNow = new Set(changedIds);
    const subscribedNow = new Set(newSubscribers);
    const ids = [...new Set([...changedNow, ...requestedIds])].filter((id) => subscribersByProduct.has(id));
    for (const pendingSet of [changedIds, newSubscribers, requestedIds]) pendingSet.clear();
    try {
      // Subscribers may reload the list from a replica at once.
      await readRouter.waitForReplica();
      for (let offset = 0; offset < ids.length; offset += BATCH_SIZE) {
        const now = clock.now();
        const rows = await listStock(db, ids.slice(offset, offset + BATCH_SIZE), now);
        const slots = rows.flatMap(({ slot_id, units_left, allocation, ends_at }) =>
          slot_id === null || units_left === null || !allocation || !ends_at
            ? []
            : [{ slot_id, units_left, allocation, ends_at }],
        );
        const allocations = await loadAllocations(db, slots, now);
        for (const { product_id, slot_id, starts_at, ends_at } of rows) {
          const slot = slots.find((candidate) => candidate.slot_id === slot_id);
          const stock: ProductStock = {
            product_id,
            slot_id,
            quantity: slot ? getShownQuantity(slot, now) : 0,
            pickup_start: starts_at?.toISOString() ?? null,
            pickup_end: ends_at?.toISOString() ?? null,
            allocation: (slot && allocations.get(slot.slot_id)) ?? null,
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
      // The database is unavailable: these products are sent when it is back.
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

  /** Returns a function that unsubscribes. */
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

type OrderChange = Static<typeof endpoints.streamOffers.events.orders>;

type MyEntryChange = Static<typeof endpoints.streamOffers.events.my_entries>;

type MyOrderChange = Static<typeof endpoints.streamOffers.events.my_orders>;

/** Subscribes to changes of a user's own; returns a function that unsubscribes. */
type Subscribe<Change> = (userId: number, onChange: (change: Change) => void) => () => void;

/** Orders by the role of the user. Passed in: offers may not import orders. */
export interface OrderFeeds {
  sales: (scope: BusinessScope, onChange: (change: OrderChange) => void) => () => void;
  purchases: Subscribe<MyOrderChange>;
}

/**
 * Passes changes of the user's own entries in draws and waitlists on, or of own holds, with one listener per process.
 */
function createOwnFeed(
  { liveEvents }: Pick<Context, 'liveEvents'>,
  channel: 'entries' | 'holds',
): Subscribe<MyEntryChange> {
  const subscribersByUser = new Map<number, Set<(change: MyEntryChange) => void>>();
  let isListening = false;
  const reload: MyEntryChange = { product_id: null, slot_id: null };
  const onChange = (change: LiveEventPayloads['entries']) => {
    if (change === 'gap') {
      for (const subscribers of subscribersByUser.values())
        for (const subscriber of subscribers) subscriber(reload);
      return;
    }
    const { user_id, product_id, slot_id } = change;
    for (const subscriber of subscribersByUser.get(user_id ?? 0) ?? []) subscriber({ product_id, slot_id });
  };
  return (userId, subscriber) => {
    if (!isListening) liveEvents.subscribe(channel, onChange);
    isListening = true;
    const subscribers = subscribersByUser.getOrInsertComputed(userId, () => new Set());
    subscribers.add(subscriber);
    // The page has just requested its holds; entries may have changed since.
    if (channel === 'entries') subscriber(reload);
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) subscribersByUser.delete(userId);
    };
  };
}

export function liveRoutes(context: Context, { streamRoute }: Http, orderFeeds: OrderFeeds): void {
  const subscribeToStock = createStockFeed(context);
  const subscribeToEntries = createOwnFeed(context, 'entries');
  const subscribeToHolds = createOwnFeed(context, 'holds');
  streamRoute(endpoints.streamOffers, ({ actor, query }, send, sendEvent) => {
    const includesOrders = query.orders === 'yes';
    const { member } = actor;
    if (includesOrders && !(member && hasMemberRight(member.role, 'hand_out')))
      throw new AppError('notAllowed');
    const productIds = new Set(query.products?.split(',').map(Number));
    const stops = [
      subscribeToStock(
        [...productIds].filter((id) => id <= MAX_ID),
        send,
      ),
    ];
    if (includesOrders && member)
      stops.push(orderFeeds.sales(member, (change) => sendEvent('orders', change)));
    if (query.mine === 'yes')
      stops.push(
        orderFeeds.purchases(actor.id, (change) => sendEvent('my_orders', change)),
        subscribeToEntries(actor.id, (change) => sendEvent('my_entries', change)),
        subscribeToHolds(actor.id, (change) => sendEvent('my_holds', change)),
      );
    return () => {
      for (const stop of stops) stop();
    };
  });
}
