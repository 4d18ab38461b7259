import type { endpoints } from '@wopack/contract';
import {
  cancellationDeadline,
  countKeptUnits,
  DAY_MS,
  deadlineText,
  effectiveFrom,
  formatCents,
  isLateForBuyer,
  type Language,
  planUnitReturn,
  readyReasons,
} from '@wopack/domain';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { recordActivity } from '../../businesses/index.ts';
import { createGrant, lockParts } from '../../credit/index.ts';
import { hasProvedAddress } from '../../identity/index.ts';
import { getBalance } from '../../ledger/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { lockPaidInParts } from '../../payments/index.ts';
import { closeCancelledSlot, decreaseQuantity, putUnitsBack } from '../../products/index.ts';
import { answerOpenReport } from '../feedback/feedback.queries.ts';
import { scheduleSellerNotification } from '../order-events.ts';
import {
  buildBuyerOrderView,
  buildMailValues,
  buildSellerOrderView,
  formatMoneyBack,
} from '../order-view.ts';
import { findForMail, findMyOrder, type LockedOrder, lockMyOrder, lockOrder } from '../orders.queries.ts';
import {
  buyerCancellation,
  type CancelReason,
  checkTransition,
  isLateCancellation,
  keptEarning,
  parseCancelReason,
} from '../orders.rules.ts';
import { findDisputeOutcome } from '../pin/pins.queries.ts';
import { getMinutesAhead, recordSellerCancellation } from '../reliability/reliability.ts';
import {
  findSellerOrder,
  findSellerSlot,
  hasOpenOrders,
  lockOpenOrdersOfSlot,
} from '../seller/seller-orders.queries.ts';
import { findReturnError, refundOrder, returnUnits, reverseSale } from './refund-order.ts';

/** Cancellation by the buyer, of the order or some of its units: they are refunded in full and on sale again. */
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
    const kept = countKeptUnits(order);
    const { quantity: units = kept, of = kept } = body ?? {};
    const cancellation = buyerCancellation(order.state, order.pickup_start, now);
    if (transition === 'no' || cancellation === 'no')
      throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    // The answer to the request before did not arrive.
    if (of !== kept && of - units === kept) return;
    if (of !== kept) throw new AppError('conflict', { message: 'orders.packsChanged' });
    assertNoErrors({
      quantity: units > kept && { key: 'orders.packsLeft', values: { count: kept } },
      reason: cancellation === 'with_reason' && !reason && 'orders.cancelReason',
    });
    // Where nearly all was refunded by amount before, the rest of it ends the order.
    if (planUnitReturn(order, units) < order.price_cents)
      return cancelUnits(context, trx, order, { units, reason });

    await reverseSale(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await putUnitsBack(context, trx, order.slot_id, kept);
    await scheduleSellerNotification(context, trx, { orderId: order.id, event: 'cancelled' });
    const amountCents = order.price_cents - order.refunded_cents;
    await jobs.enqueue(trx, 'notifications.send-mail', {
      template: 'cancelled',
      orderId: order.id,
      amountCents,
    });
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, context.secrets),
  };
}

/** The rest of the order stands. */
async function cancelUnits(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  { units, reason }: { units: number; reason: CancelReason | null },
): Promise<void> {
  const amountCents = await returnUnits(context, trx, order, {
    units,
    cancelledUnits: units,
    decidedBy: 'buyer',
    reason: reason?.text ?? translate('orders.packsCancelled', context.config.operator.language),
    shareReason: 'cancelled_by_buyer',
  });
  await putUnitsBack(context, trx, order.slot_id, units);
  await scheduleSellerNotification(context, trx, { orderId: order.id, event: 'cancelled', units });
  await context.jobs.enqueue(trx, 'notifications.send-mail', {
    template: 'packsCancelled',
    orderId: order.id,
    units,
    amountCents,
  });
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
    const units = await cancelOrderByStore(context, trx, order.id, reason);
    if (units === 0) return;
    await recordOrder(context, trx, actor, { kind: 'order_cancelled', order });
    await decreaseQuantity(trx, order.slot_id, units);
    await countAgain(context, trx, order.sale_place_id);
  });
  const updated = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

/** Refunds an order, or some of its units, instead of handing it out, when it is too late to cancel. The units stay used up. */
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
    const { packs: total } = body;
    if (order.state === 'refunded') return;
    assertNoErrors({ packs: total !== undefined && findReturnError(order, total) });
    if (total === order.returned_quantity) return;
    if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
    if (!isLateCancellation(order.pickup_start, order.pickup_end, now))
      throw new AppError('conflict', {
        message: now > order.pickup_end ? 'orders.sellerRefundTooLate' : 'orders.sellerRefundTooEarly',
      });
    if ((await findDisputeOutcome(trx, order.payment_id)) === 'lost')
      throw new AppError('conflict', { message: 'orders.disputeLost' });
    const refund = { decidedBy: 'seller', reason: reason.text, lateCancellation: reason } as const;
    const isPart = total !== undefined && total < order.quantity;
    const firstUntil = await recordSellerCancellation(trx, order, now);
    const amountCents = await refundOrder(context, trx, {
      orderId: id,
      ...(isPart ? { returnedUnitsTotal: total } : { refundedTotalCents: 'all' }),
      ...refund,
    });
    await notifyOfStoreCancellation(context, trx, order, {
      template: isPart ? 'sellerPacksRefunded' : 'sellerRefunded',
      reason,
      amountCents,
      firstUntil,
      creditCents: await giveLateCredit(context, trx, order),
      ...(isPart && { units: total - order.returned_quantity }),
    });
    await recordOrder(context, trx, actor, { kind: 'order_refunded', order, refundedCents: amountCents });
    await countAgain(context, trx, order.sale_place_id);
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
        if (orders > 0) await countAgain(context, trx, slot.sale_place_id);
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

/** The figure about the reliability of the sale place. */
const countAgain = ({ jobs }: Pick<Context, 'jobs'>, trx: Trx, salePlaceId: number) =>
  jobs.enqueue(trx, 'orders.update-reliability', { salePlaceId });

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
  // Of all orders before any of them is reversed: other slots have some of the same codes and buyers.
  await lockParts(trx, await lockPaidInParts(trx, slotId));
  let units = 0;
  for (const id of orderIds) units += await cancelOrderByStore(context, trx, id, reason);
  await closeCancelledSlot(trx, slotId);
  if (await hasOpenOrders(trx, slotId)) throw new OrderPlacedError();
  if (units > 0) await decreaseQuantity(trx, slotId, units);
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
  await decreaseQuantity(trx, order.slot_id, countKeptUnits(order));
  return order.price_cents - order.refunded_cents;
}

/** Returns how many units it cancelled: none of an order that is cancelled already. They are removed by whoever calls, who locks the slot last. */
async function cancelOrderByStore(
  context: Context,
  trx: Trx,
  id: number,
  reason: CancelReason,
): Promise<number> {
  const now = context.clock.now();
  const order = (await lockOrder(trx, id))!;
  const transition = checkTransition(order.state, 'cancelled_by_store');
  if (transition === 'done') return 0;
  if (transition === 'no' || now > cancellationDeadline(order.pickup_start)) {
    throw new AppError('conflict', { message: 'orders.sellerCancelTooLate' });
  }
  const amountCents = order.price_cents - order.refunded_cents;
  await reverseSale(context, trx, order, { state: 'cancelled_by_store', reason });
  const firstUntil = await recordSellerCancellation(trx, order, now);
  const template = firstUntil ? 'sellerCancelledLate' : 'sellerCancelled';
  await notifyOfStoreCancellation(context, trx, order, {
    template,
    reason,
    amountCents,
    firstUntil,
    creditCents: await giveLateCredit(context, trx, order),
  });
  return countKeptUnits(order);
}

/** How long the credit for it can be used. */
const LATE_CREDIT_MS = 365 * DAY_MS;

/** A store owes at most so many of these credits: two people could make credit that nobody pays. */
const MAX_LATE_CREDITS_OWED = 10;

/** Key of the advisory lock on what a store owes for late cancellations; the second is the business. */
const LATE_CREDIT_LOCK = 4902;

/**
 * Credit of the store's earnings for the buyer of an order that it cancels late, beside the refund, where a setting says
 * so: once an order, also of some of its units, at most what the store earned by it after its discount. Returns how much.
 */
async function giveLateCredit(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  trx: Trx,
  order: LockedOrder,
): Promise<number> {
  const now = clock.now();
  const amountCents = Math.min(config.lateCancelCreditCents, keptEarning(order));
  // For nothing paid there is nothing to make good.
  const isPaidByBuyer = order.discount_cents < order.price_cents;
  if (amountCents <= 0 || !isPaidByBuyer || !isLateForBuyer(getMinutesAhead(order, now))) return 0;
  await sql`select pg_advisory_xact_lock(${LATE_CREDIT_LOCK}::int, ${order.seller_id}::int)`.execute(trx);
  const owedByStore = Math.max(await getBalance(trx, { kind: 'seller', userId: order.seller_id }), 0);
  if (owedByStore + amountCents > MAX_LATE_CREDITS_OWED * config.lateCancelCreditCents) return 0;
  const grant = await createGrant(trx, {
    userId: order.user_id,
    source: 'late_cancellation',
    amountCents,
    sellerId: order.seller_id,
    orderId: order.id,
    endsAt: new Date(now.getTime() + LATE_CREDIT_MS),
    now,
    effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
  });
  return grant ? amountCents : 0;
}

async function notifyOfStoreCancellation(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  {
    template,
    reason,
    amountCents,
    firstUntil,
    creditCents,
    units,
  }: {
    template: 'sellerCancelled' | 'sellerCancelledLate' | 'sellerRefunded' | 'sellerPacksRefunded';
    reason: CancelReason;
    amountCents: number;
    /** Until when the buyer is first in the next waitlist; null when it was not late. */
    firstUntil: Date | null;
    /** Given for a late cancellation. */
    creditCents: number;
    /** How many units are cancelled, when the rest of the order stands. */
    units?: number;
  },
): Promise<void> {
  const now = context.clock.now();
  const mailed = (await findForMail(trx, order.id))!;
  const { text, code, language: ownLanguage } = reason;
  const isSellerProved = await hasProvedAddress(trx, order.seller_id);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template,
    // Nobody wrote a ready reason.
    isByWopack: code !== null,
    values: (language) => ({
      ...addLateCredit(buildMailValues(mailed, language, now, units), creditCents, language),
      ...(firstUntil && { firstUntil: deadlineText(firstUntil, mailed.time_zone, language) }),
      ...(units !== undefined && { left: countKeptUnits(order) - units }),
      amount: formatMoneyBack(order, amountCents, language),
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

/** The credit for a late cancellation stands beside what was paid. */
function addLateCredit<Values extends { receipt: string }>(
  values: Values,
  creditCents: number,
  language: Language,
): Values {
  if (creditCents === 0) return values;
  const sentence = translate('mail.lateCredit', language, { credit: formatCents(creditCents, language) });
  return { ...values, receipt: `${values.receipt} ${sentence}` };
}
