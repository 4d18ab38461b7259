import type { endpoints } from '@wopack/contract';
import { cancellationDeadline, DAY_MS, formatCents, type Language, readyReasons } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { hasProvedAddress } from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { cancelSlot as cancelStock, decreaseQuantity, putUnitBack } from '../../products/index.ts';
import { answerOpenReport } from '../feedback/feedback.queries.ts';
import { scheduleSellerNotification } from '../order-events.ts';
import { buildBuyerOrderView, buildSellerOrderView, loadMailValues } from '../order-view.ts';
import { findMyOrder, type LockedOrder, lockMyOrder, lockOrder } from '../orders.queries.ts';
import {
  buyerCancellation,
  type CancelReason,
  checkTransition,
  isLateCancellation,
  parseCancelReason,
} from '../orders.rules.ts';
import { findDisputeOutcome } from '../pin/pins.queries.ts';
import {
  findSellerOrder,
  findSellerSlot,
  hasOpenOrders,
  lockOpenOrdersOfSlot,
} from '../seller/seller-orders.queries.ts';
import { refundOrder, reverseSale } from './refund-order.ts';

/** Cancellation by the buyer: full refund, and the unit is on sale again. */
export async function cancelOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelOrder>,
) {
  const { db, clock, jobs } = context;
  const now = clock.now();
  const text = body?.reason?.trim();
  const reason = text ? parseCancelReason(text, language) : null;
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    const transition = checkTransition(order.state, 'cancelled_by_buyer');
    if (transition === 'done') return;
    const cancellation = buyerCancellation(order.state, order.pickup_start, now);
    if (transition === 'no' || cancellation === 'no')
      throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    if (cancellation === 'with_reason' && !reason)
      throw createValidationError('reason', 'orders.cancelReason');

    await reverseSale(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await putUnitBack(context, trx, order.slot_id);
    await scheduleSellerNotification(context, trx, order.id, 'cancelled');
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'cancelled', orderId: order.id });
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, context.secrets),
  };
}

export const validateReason = ({
  body: { reason },
}: PartiallyValidCall<
  typeof endpoints.cancelSellerOrder | typeof endpoints.refundSellerOrder | typeof endpoints.cancelSlot
>) => ({
  reason: getBlankError(reason),
});

/** Cancels one order up to two hours before its window: full refund, and the unit is not put back on sale. */
export async function cancelSellerOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelSellerOrder>,
) {
  const { db, clock } = context;
  const reason = parseCancelReason(body.reason.trim(), language);
  const order = await findSellerOrder(db, actor.member, params.id);
  if (!order) throw new AppError('notFound');
  await db.transaction().execute(async (trx) => {
    if (!(await cancelOrderByStore(context, trx, order.id, reason))) return;
    await recordOrder(context, trx, actor, { kind: 'order_cancelled', order });
    await decreaseQuantity(trx, order.slot_id, 1);
  });
  const updated = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

/** Refunds an order in full instead of handing it out, when it is too late to cancel. The unit stays used up. */
export async function refundSellerOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.refundSellerOrder>,
) {
  const { db, clock } = context;
  const now = clock.now();
  const reason = parseCancelReason(body.reason.trim(), language);
  const sellerOrder = await findSellerOrder(db, actor.member, params.id);
  if (!sellerOrder) throw new AppError('notFound');
  const { id } = sellerOrder;
  await db.transaction().execute(async (trx) => {
    const order = (await lockOrder(trx, id))!;
    if (order.state === 'refunded') return;
    if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
    if (!isLateCancellation(order.pickup_start, order.pickup_end, now))
      throw new AppError('conflict', {
        message: now > order.pickup_end ? 'orders.sellerRefundTooLate' : 'orders.sellerRefundTooEarly',
      });
    if ((await findDisputeOutcome(trx, order.payment_id)) === 'lost')
      throw new AppError('conflict', { message: 'orders.disputeLost' });
    const refund = { decidedBy: 'seller', reason: reason.text, lateCancellation: reason } as const;
    const amountCents = await refundOrder(context, trx, {
      orderId: id,
      refundedTotalCents: 'all',
      ...refund,
    });
    await notifyOfStoreCancellation(context, trx, order, { template: 'sellerRefunded', reason, amountCents });
    await recordOrder(context, trx, actor, { kind: 'order_refunded', order, refundedCents: amountCents });
  });
  const updated = (await findSellerOrder(db, actor.member, id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

/** Cancels a slot with all its orders: full refunds, and the slot is closed. */
export async function cancelSlot(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelSlot>,
) {
  const { db, clock } = context;
  const slot = await findSellerSlot(db, actor.member, params.id);
  if (!slot) throw new AppError('notFound');
  if (clock.now() > cancellationDeadline(slot.starts_at))
    throw new AppError('conflict', { message: 'orders.sellerCancelTooLate' });
  const reason = parseCancelReason(body.reason.trim(), language);
  const cancel = (): Promise<number> =>
    db
      .transaction()
      .execute(async (trx) => {
        const orders = await cancelSlotWithOrders(context, trx, slot.id, reason);
        await recordActivity(trx, actor, {
          kind: 'slot_cancelled',
          salePlaceId: slot.sale_place_id,
          productId: slot.product_id,
          after: { date: slot.date, orders },
          now: clock.now(),
        });
        return orders;
      })
      .catch((error: unknown) => {
        if (error instanceof OrderPlacedError) return cancel();
        throw error;
      });
  return { data: { id: slot.id, cancelled: await cancel() } };
}

const recordOrder = (
  { clock }: Context,
  trx: Trx,
  actor: MemberActor,
  {
    kind,
    order,
    refundedCents,
  }: {
    kind: 'order_cancelled' | 'order_refunded';
    order: { id: number; sale_place_id: number; product_id: number };
    refundedCents?: number;
  },
) =>
  recordActivity(trx, actor, {
    kind,
    salePlaceId: order.sale_place_id,
    productId: order.product_id,
    orderId: order.id,
    ...(refundedCents !== undefined && { after: { refunded_cents: refundedCents } }),
    now: clock.now(),
  });

/** A payment settled between the locks of the orders and that of their slot: all is rolled back and done again. */
class OrderPlacedError extends Error {}

async function cancelSlotWithOrders(
  context: Context,
  trx: Trx,
  slotId: number,
  reason: CancelReason,
): Promise<number> {
  const orderIds = await lockOpenOrdersOfSlot(trx, slotId);
  for (const id of orderIds) await cancelOrderByStore(context, trx, id, reason);
  await cancelStock(trx, slotId);
  if (await hasOpenOrders(trx, slotId)) throw new OrderPlacedError();
  if (orderIds.length > 0) await decreaseQuantity(trx, slotId, orderIds.length);
  await context.jobs.enqueue(trx, 'checkout.expire-slot-holds', { slotId });
  return orderIds.length;
}

/**
 * Cancels an order that was not handed out, at any time: full refund, and the unit is not put back on sale. Returns the
 * refunded amount, null for an order that is cancelled already. The operator tells both sides.
 */
export async function cancelOrderAsOperator(
  context: Context,
  trx: Trx,
  {
    id,
    operatorId,
    reason: text,
    language,
  }: { id: number; operatorId: number; reason: string; language: Language },
): Promise<number | null> {
  const order = await lockOrder(trx, id);
  if (!order) throw new AppError('notFound');
  if (order.state === 'cancelled_by_store') return null;
  if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
  await answerOpenReport(trx, id, {
    answer: text,
    answered_by: 'operator',
    answered_at: context.clock.now(),
  });
  const reason = parseCancelReason(text, language);
  await reverseSale(context, trx, order, { state: 'cancelled_by_store', reason, operatorId });
  await decreaseQuantity(trx, order.slot_id, 1);
  return order.price_cents - order.refunded_cents;
}

/** Returns false for an order that is cancelled already. Its unit is removed by whoever calls, who locks the slot last. */
async function cancelOrderByStore(
  context: Context,
  trx: Trx,
  id: number,
  reason: CancelReason,
): Promise<boolean> {
  const now = context.clock.now();
  const order = (await lockOrder(trx, id))!;
  const transition = checkTransition(order.state, 'cancelled_by_store');
  if (transition === 'done') return false;
  if (transition === 'no' || now > cancellationDeadline(order.pickup_start)) {
    throw new AppError('conflict', { message: 'orders.sellerCancelTooLate' });
  }
  const amountCents = order.price_cents - order.refunded_cents;
  await reverseSale(context, trx, order, { state: 'cancelled_by_store', reason });
  await notifyOfStoreCancellation(context, trx, order, { template: 'sellerCancelled', reason, amountCents });
  return true;
}

async function notifyOfStoreCancellation(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  {
    template,
    reason,
    amountCents,
  }: { template: 'sellerCancelled' | 'sellerRefunded'; reason: CancelReason; amountCents: number },
): Promise<void> {
  const now = context.clock.now();
  const buildValues = await loadMailValues(trx, order.id, now);
  const { text, code, language: ownLanguage } = reason;
  const isSellerProved = await hasProvedAddress(trx, order.seller_id);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template,
    // Nobody wrote a ready reason.
    isByWopack: code !== null,
    values: (language) => ({
      ...buildValues(language),
      amount: formatCents(amountCents, language),
      reason: code
        ? { words: readyReasons[code][language], language }
        : isSellerProved
          ? { words: text, language: ownLanguage }
          : null,
    }),
    url: `/orders/${order.id}`,
    tag: `order-${order.id}`,
    until: new Date(order.pickup_end.getTime() + DAY_MS),
  });
}
