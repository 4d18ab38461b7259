import { DAY_MS, deadlineText, pickupDateText } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { BusinessScope } from '../../platform/db/business-scope.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { LiveEventPayloads, OrderRowChange } from '../../platform/live-events.ts';
import type { Queues } from '../../platform/queues.ts';
import {
  listMembersToNotify,
  type NotifiedMember,
  notifySellers,
  type SellerNotification,
  selectUsersToNotify,
} from '../notifications/index.ts';
import { formatCustomerName } from './order-view.ts';
import { listOrdersForNotification, recordLowStockNotifications } from './orders.queries.ts';
import { formatUnits, reportAnswerDeadline } from './orders.rules.ts';

type SellerNotificationJob = Queues['orders.notify-seller'];
type SellerEvent = SellerNotificationJob['event'];

/** Runs in the transaction of the event. */
export const scheduleSellerNotification = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  event: Pick<SellerNotificationJob, 'orderId' | 'event' | 'units'>,
): Promise<void> => jobs.enqueue(trx, 'orders.notify-seller', event);

type NotifiedOrder = Awaited<ReturnType<typeof listOrdersForNotification>>[number];

/** Whether the event still holds when its job runs; otherwise nobody is notified. */
const IS_STILL_TRUE: Record<SellerEvent, (order: NotifiedOrder) => boolean> = {
  sold: ({ state }) => state === 'paid',
  cancelled: ({ state, cancelled_quantity }) => state === 'cancelled_by_buyer' || cancelled_quantity > 0,
  withdrawn: ({ withdrawn_at }) => withdrawn_at !== null,
  report: ({ report_text, answered_at }) => report_text !== null && answered_at === null,
};

const typeOfEvent = (event: SellerEvent) => (event === 'withdrawn' ? 'cancelled' : event);

const THREE_DAYS_MS = 3 * DAY_MS;

export const sendSellerNotification = (
  context: Context,
  { orderId, event, ...deferred }: SellerNotificationJob,
): Promise<void> =>
  context.db.transaction().execute((trx) => notifySellersOfOrders(context, trx, [orderId], event, deferred));

/** Deliveries that quiet hours defer get a job for the end of these. */
export async function notifySellersOfOrders(
  context: Context,
  trx: Trx,
  orderIds: number[],
  event: SellerEvent,
  deferred: Pick<SellerNotificationJob, 'userId' | 'isLastUnit' | 'units'> = {},
): Promise<void> {
  const orders = (await listOrdersForNotification(trx, orderIds)).filter(IS_STILL_TRUE[event]);
  if (orders.length === 0) return;
  const members = await listMembersToNotify(trx, [...new Set(orders.map((order) => order.seller_id))]);
  const notifications: (SellerNotification & { orderId: number })[] = [];
  for (const order of orders) {
    const users =
      event === 'sold' ? await listUsersOfLowStock(context, trx, { order, members }, deferred) : [];
    notifications.push({
      ...buildNotification(context, order, { event, units: deferred.units }),
      typesByUser: new Map(users.map((userId) => [userId, ['last_sold', typeOfEvent(event)]])),
      userId: deferred.userId,
    });
  }
  const deliveries = await notifySellers(context, trx, notifications, members);
  await context.jobs.enqueueAll(
    trx,
    'orders.notify-seller',
    deliveries.map(({ index, userId, startAfter }) => {
      const { orderId, typesByUser } = notifications[index]!;
      const { units } = deferred;
      return { data: { orderId, event, userId, units, isLastUnit: typesByUser!.has(userId) }, startAfter };
    }),
  );
}

/** Held units are not sold yet. */
const countLeft = (order: NotifiedOrder): number => order.units_left + order.units_on_hold;

/** Who wants to be told that so few are left in the slot of a sold order, and was not yet. */
async function listUsersOfLowStock(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  { order, members }: { order: NotifiedOrder; members: readonly NotifiedMember[] },
  { userId: deferredTo, isLastUnit }: Pick<SellerNotificationJob, 'userId' | 'isLastUnit'>,
): Promise<number[]> {
  if (isLastUnit === false) return [];
  const place = { businessId: order.seller_id, salePlaceId: order.sale_place_id };
  const users = selectUsersToNotify(members, place, 'last_sold').filter(
    ({ lowStockUnits }) => countLeft(order) <= lowStockUnits,
  );
  // Noted when it was deferred.
  if (isLastUnit) return users.flatMap(({ userId }) => (userId === deferredTo ? [userId] : []));
  const memberIds = users.map(({ memberId }) => memberId);
  const notified = new Set(await recordLowStockNotifications(trx, order.slot_id, memberIds, clock.now()));
  return users.flatMap(({ userId, memberId }) => (notified.has(memberId) ? [userId] : []));
}

function buildNotification(
  { clock }: Pick<Context, 'clock'>,
  order: NotifiedOrder,
  { event, units }: Pick<SellerNotificationJob, 'event' | 'units'>,
): SellerNotification & { orderId: number } {
  const now = clock.now();
  const left = countLeft(order);
  return {
    orderId: order.id,
    businessId: order.seller_id,
    salePlaceId: order.sale_place_id,
    types: [typeOfEvent(event)],
    ...(left > 0 && { templates: { last_sold: 'low_stock' } }),
    // Told as a cancellation is.
    ...(event === 'withdrawn' && { templates: { cancelled: event } }),
    values: (language) => ({
      name: formatUnits(order.product_name, { ...order, units }),
      place: order.place_name,
      id: order.id,
      client: formatCustomerName(order, language),
      pickup: pickupDateText(order.pickup_start, order.pickup_end, order.time_zone, language),
      quantity: order.slot_quantity,
      left,
      text: order.is_buyer_verified ? (order.report_text ?? '') : null,
      until: order.reported_at
        ? deadlineText(reportAnswerDeadline(order.reported_at), order.time_zone, language)
        : '',
    }),
    url: event === 'report' ? `/seller/orders?view=reports&order=${order.id}` : '/seller/orders',
    tag: event === 'report' ? `report-${order.id}` : `slot-${order.slot_id}`,
    until:
      event === 'report' || event === 'withdrawn'
        ? new Date(now.getTime() + THREE_DAYS_MS)
        : order.pickup_end,
    timeZone: order.time_zone,
    deadline: event === 'report' || event === 'withdrawn' ? null : order.pickup_start,
  };
}

/** As the event stream sends it. */
export interface SellerOrderEvent {
  order_id: number | null;
  sale_place_id: number | null;
  news: 'sold' | 'cancelled' | 'report' | 'changed';
}

/** Makes a subscriber that may have missed events reload its orders. */
const RELOAD_EVENT: SellerOrderEvent = { order_id: null, sale_place_id: null, news: 'changed' };

function classifyChange({ changed_table, operation, state }: OrderRowChange): SellerOrderEvent['news'] {
  if (operation === 'INSERT') return changed_table === 'orders' ? 'sold' : 'report';
  return changed_table === 'orders' && state === 'cancelled_by_buyer' ? 'cancelled' : 'changed';
}

/** Changes are remembered this long for `unchanged_ms`. */
const REMEMBERED_MS = 30_000;

/** How long each user's orders have been unchanged, as far as this process knows. */
function createChangeMemory() {
  const changedAtByUser = new Map<number, number>();
  let listeningSince = performance.now();
  return {
    record(userId: number): void {
      const now = performance.now();
      // In the order of the changes, so that the oldest come first.
      changedAtByUser.delete(userId);
      changedAtByUser.set(userId, now);
      for (const [id, changedAt] of changedAtByUser) {
        if (now - changedAt < REMEMBERED_MS) break;
        changedAtByUser.delete(id);
      }
    },
    /** Earlier changes may have been missed. */
    restart(): void {
      listeningSince = performance.now();
    },
    measureUnchanged(userId: number): number {
      const since = Math.max(listeningSince, changedAtByUser.get(userId) ?? 0);
      return Math.floor(Math.min(performance.now() - since, REMEMBERED_MS));
    },
  };
}

/** Passes changes of orders to subscribed users by one of their roles, with one listener per process. */
function createFeed<Event>(
  { liveEvents }: Pick<Context, 'liveEvents'>,
  role: 'seller_id' | 'buyer_id',
  buildReloadEvent: (unchangedMs: number) => Event,
  buildEvent: (change: OrderRowChange) => Event,
) {
  type Subscriber = (event: Event) => void;
  const subscribers = new Map<number, Set<Subscriber>>();
  const changeMemory = createChangeMemory();
  let isListening = false;

  function onMessage(message: LiveEventPayloads['orders']): void {
    if (message === 'gap') {
      changeMemory.restart();
      for (const userSubscribers of subscribers.values())
        for (const subscriber of userSubscribers) subscriber(buildReloadEvent(0));
      return;
    }
    changeMemory.record(message[role]);
    for (const subscriber of subscribers.get(message[role]) ?? []) subscriber(buildEvent(message));
  }

  /** Returns a function that unsubscribes. */
  return function watch(userId: number, subscriber: Subscriber): () => void {
    if (!isListening) {
      changeMemory.restart();
      liveEvents.subscribe('orders', onMessage);
    }
    isListening = true;
    const userSubscribers = subscribers.get(userId) ?? new Set();
    subscribers.set(userId, userSubscribers.add(subscriber));
    subscriber(buildReloadEvent(changeMemory.measureUnchanged(userId)));
    return () => {
      userSubscribers.delete(subscriber);
      if (userSubscribers.size === 0) subscribers.delete(userId);
    };
  };
}

/** Orders of a member's sale places. */
export function createSellerOrderFeed(context: Pick<Context, 'liveEvents'>) {
  const subscribe = createFeed<SellerOrderEvent>(
    context,
    'seller_id',
    () => RELOAD_EVENT,
    (change) => ({
      order_id: change.order_id,
      sale_place_id: change.sale_place_id,
      news: classifyChange(change),
    }),
  );
  return ({ businessId, salePlaceIds }: BusinessScope, send: (event: SellerOrderEvent) => void) =>
    subscribe(businessId, (event) => {
      const { sale_place_id: salePlaceId } = event;
      if (salePlaceIds === null || salePlaceId === null || salePlaceIds.includes(salePlaceId)) send(event);
    });
}

interface BuyerOrderEvent {
  order_id: number | null;
  unchanged_ms?: number;
}

/** Reports changes of the orders that a user bought, and of their reports. */
export const createBuyerOrderFeed = (context: Pick<Context, 'liveEvents'>) =>
  createFeed<BuyerOrderEvent>(
    context,
    'buyer_id',
    (unchangedMs) => ({ order_id: null, unchanged_ms: unchangedMs }),
    ({ order_id }) => ({ order_id }),
  );
