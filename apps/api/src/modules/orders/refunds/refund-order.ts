import type { RefundGround, ReportDecider } from '@wopack/contract';
import { effectiveFrom, planUnitReturn } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldError } from '../../../platform/http/app-error.ts';
import { returnShares, reverseShares } from '../../affiliates/index.ts';
import { endThanks, putCodeBack, returnCredit } from '../../credit/index.ts';
import { postTransaction } from '../../ledger/index.ts';
import { scheduleFullRefund, schedulePartialRefund } from '../../payments/index.ts';
import { answerOpenReport } from '../feedback/feedback.queries.ts';
import { insertRefund, type LockedOrder, lockOrder, updateOrder } from '../orders.queries.ts';
import {
  type CancelReason,
  checkTransition,
  maxPartRefund,
  minPartRefund,
  type OrderRefundDecider,
  planRefund,
  type RefundSplit,
  splitRefund,
  toPaidEntries,
  withoutZeros,
} from '../orders.rules.ts';

/** Total refunded for the order, earlier refunds included, so that a repeated request refunds once. */
export type RefundTotal =
  /** 'all' is the full price and reverses the sale; less reduces the seller's earning only. */
  | { refundedTotalCents: number | 'all'; returnedUnitsTotal?: undefined }
  /** Units given back, as their sale was shared. */
  | { returnedUnitsTotal: number; refundedTotalCents?: undefined };

export type OrderRefund = RefundTotal & {
  orderId: number;
  decidedBy: ReportDecider;
  /** Who decided in the console. */
  operatorId?: number | null;
  reason: string;
  /** Shown on the order, which was not handed out, after the time to cancel. */
  lateCancellation?: CancelReason;
};

/** Error of a requested refund total; null when it is acceptable. */
export function findRefundError(
  order: Parameters<typeof planRefund>[0],
  totalCents: number,
): string | FieldError | null {
  const plan = planRefund(order, totalCents);
  if (plan === 'belowRefunded') return 'orders.refundTooLow';
  if (plan === 'nothingBack')
    return { key: 'orders.refundTooLittle', values: { least: minPartRefund(order)! } };
  if (plan !== 'aboveEarning') return null;
  const max = maxPartRefund(order);
  const whole = order.price_cents;
  return max === 0
    ? { key: 'orders.refundWholeOnly', values: { whole } }
    : { key: 'orders.refundTooHigh', values: { part: max, whole } };
}

/** Error of a requested total of units given back; null when it is acceptable. */
export function findReturnError(
  order: { quantity: number; returned_quantity: number },
  total: number,
): FieldError | null {
  if (total > order.quantity) return { key: 'orders.packsTooMany', values: { count: order.quantity } };
  return total < order.returned_quantity
    ? { key: 'orders.packsTooFew', values: { count: order.returned_quantity } }
    : null;
}

/**
 * Refunds an order in full or in part; whoever decided tells the buyer, with their reasons. Returns what is refunded now:
 * 0 for a request that is repeated.
 */
export async function refundOrder(
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  { orderId, refundedTotalCents, returnedUnitsTotal, ...decision }: OrderRefund,
): Promise<number> {
  const order = await lockOrder(trx, orderId);
  if (!order) throw new AppError('notFound');
  if (returnedUnitsTotal !== undefined)
    return refundUnits(context, trx, order, { returnedUnitsTotal, ...decision });
  const totalCents = refundedTotalCents === 'all' ? order.price_cents : refundedTotalCents!;
  const plan = planRefund(order, totalCents);
  if (plan === 'done') return 0;
  if (plan === 'notRefundable') throw new AppError('conflict', { message: 'orders.notRefundable' });
  const field = decision.decidedBy === 'operator' ? 'refunded_total_cents' : 'refunded_cents';
  assertNoErrors({ [field]: findRefundError(order, totalCents) });
  await applyRefund(context, trx, order, { totalCents, ...decision });
  return totalCents - order.refunded_cents;
}

async function refundUnits(
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  order: LockedOrder,
  { returnedUnitsTotal: total, ...decision }: { returnedUnitsTotal: number } & RefundDecision,
): Promise<number> {
  const isRefundable = checkTransition(order.state, 'refunded') === 'yes';
  if (isRefundable && total === order.returned_quantity) return 0;
  assertNoErrors({ packs: findReturnError(order, total) });
  if (order.refunded_cents === order.price_cents && total === order.quantity) return 0;
  if (!isRefundable) throw new AppError('conflict', { message: 'orders.notRefundable' });
  return returnUnits(context, trx, order, { units: total - order.returned_quantity, ...decision });
}

/**
 * Gives back so many more units of a locked order: their price, with their part of commission, earning and shares. All
 * that are left end the order as a full refund does. Returns what is refunded now.
 */
export async function returnUnits(
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  order: LockedOrder,
  { units, ...decision }: { units: number } & RefundDecision,
): Promise<number> {
  const totalCents = planUnitReturn(order, units);
  await applyRefund(context, trx, order, { totalCents, units, ...decision });
  return totalCents - order.refunded_cents;
}

interface RefundDecision {
  decidedBy: OrderRefundDecider;
  operatorId?: number | null;
  reason: string;
  /** What an operator chose of the list. */
  ground?: RefundGround | undefined;
  /** The reason in the words of the buyer's language. */
  reportAnswer?: string;
  lateCancellation?: CancelReason | undefined;
  /** How many of the units that are given back return to the slot; the caller puts them back. */
  cancelledUnits?: number;
  /** Why partners have less of units that are given back. */
  shareReason?: 'refunded' | 'cancelled_by_buyer';
}

/**
 * Books that the buyer has `totalCents` of a locked order back, and schedules the refund of the difference. The reason of
 * a full refund also answers a report that waits, so that nobody decides on money that went back.
 */
export async function applyRefund(
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  order: LockedOrder,
  {
    totalCents,
    units = 0,
    decidedBy,
    operatorId = null,
    reason,
    ground,
    reportAnswer = reason,
    lateCancellation,
    cancelledUnits = 0,
    shareReason = 'refunded',
  }: { totalCents: number; units?: number } & RefundDecision,
): Promise<void> {
  const now = context.clock.now();
  const { id: orderId, payment_id: paymentId } = order;
  const isWhole = totalCents === order.price_cents;
  await insertRefund(trx, {
    order_id: orderId,
    total_cents: totalCents,
    units,
    decided_by: decidedBy,
    restorations: order.restorations,
    reason,
    ground: ground ?? null,
    is_late_cancellation: lateCancellation !== undefined,
    created_at: now,
  });
  if (isWhole) {
    await answerOpenReport(trx, orderId, {
      answer: reportAnswer,
      answered_by: decidedBy === 'seller' ? 'seller' : 'operator',
      answered_at: now,
    });
    return reverseSale(context, trx, order, {
      state: 'refunded',
      reason: lateCancellation ?? null,
      decidedBy,
      operatorId,
    });
  }
  const returnedUnits = order.returned_quantity + units;
  const change = splitFurtherRefund(order, { refundedCents: totalCents, returnedUnits });
  await updateOrder(trx, orderId, {
    refunded_cents: totalCents,
    returned_quantity: returnedUnits,
    cancelled_quantity: order.cancelled_quantity + cancelledUnits,
    // Tickets say how many there are, also where there is no connection: those of before are void.
    ...(units > 0 && order.state === 'paid' && { ticket_version: order.ticket_version + 1 }),
  });
  const entries = toRefundEntries(order, change);
  // A business that gets a cent of its discount back, and bears it, has as much as before.
  if (entries.some(({ amountCents }) => amountCents !== 0))
    await postTransaction(trx, {
      kind: 'partial_refund',
      paymentId,
      orderId,
      refundedTotalCents: totalCents,
      restorations: order.restorations,
      entries,
      now,
      effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
    });
  await returnCredit(trx, { paymentId, cents: change.back.creditCents, now });
  await endCreditForOrder(trx, order, { decidedBy, now });
  if (units > 0) await returnShares(trx, orderId, { units, returnedUnits, reason: shareReason, now });
  if (change.back.cardCents > 0)
    await schedulePartialRefund(context, trx, paymentId, change.back.cardCents, operatorId);
}

/**
 * Credit that the business gave for the order ends where it no longer earns as much by it. Where it is used already, what
 * exceeds the earning would be paid by nobody: then the seller does not settle it alone. Nothing stands against a withdrawal,
 * before whose end no such credit can be given.
 */
async function endCreditForOrder(
  trx: Trx,
  { id, state }: LockedOrder,
  { decidedBy, now }: { decidedBy: OrderRefundDecider | null; now: Date },
): Promise<void> {
  // Before its pickup is over none can be given.
  if (state === 'paid') return;
  const uncovered = await endThanks(trx, { orderId: id, now });
  if (uncovered > 0 && decidedBy === 'seller')
    throw new AppError('conflict', {
      message: 'orders.creditUsed',
      values: { amount: uncovered },
    });
}

/** What a refund up to this total is made of, without what was refunded before. */
export function splitFurtherRefund(
  order: LockedOrder,
  total: { refundedCents: number; returnedUnits: number },
): RefundSplit {
  const before = splitRefund(order, {
    refundedCents: order.refunded_cents,
    returnedUnits: order.returned_quantity,
  });
  const after = splitRefund(order, total);
  return {
    sellerCents: after.sellerCents - before.sellerCents,
    commissionCents: after.commissionCents - before.commissionCents,
    back: {
      cardCents: after.back.cardCents - before.back.cardCents,
      creditCents: after.back.creditCents - before.back.creditCents,
      discountCents: after.back.discountCents - before.back.discountCents,
    },
  };
}

export const toRefundEntries = (order: LockedOrder, { sellerCents, commissionCents, back }: RefundSplit) =>
  withoutZeros([
    { account: { kind: 'seller', userId: order.seller_id }, amountCents: sellerCents },
    { account: { kind: 'commission' }, amountCents: commissionCents },
    ...toPaidEntries(order, back).map((entry) => ({ ...entry, amountCents: -entry.amountCents })),
  ]);

/**
 * Reverses a sale in the transaction that locked its order: refunds the rest of the price and reverses earning,
 * commission and partners' shares. The only place that does so.
 */
export async function reverseSale(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  order: LockedOrder,
  {
    state,
    reason,
    decidedBy = null,
    operatorId = null,
  }: {
    state: 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded';
    /** Shown on the order. */
    reason: CancelReason | null;
    /** Who decided on the refund; null: the order was cancelled before the pickup. */
    decidedBy?: OrderRefundDecider | null;
    operatorId?: number | null;
  },
): Promise<void> {
  const now = clock.now();
  const isCancelled = state !== 'refunded';
  // A store that refunds because it is too late to cancel gives a reason for the order too.
  const isNotKept = isCancelled || reason !== null;
  await updateOrder(trx, order.id, {
    state,
    refunded_cents: order.price_cents,
    cancelled_by_operator: state === 'cancelled_by_store' && operatorId !== null,
    cancel_reason: reason?.text ?? null,
    cancel_reason_code: reason?.code ?? null,
    cancel_reason_language: reason?.language ?? null,
  });
  // All of it, whoever would have paid less.
  const change = splitFurtherRefund(order, {
    refundedCents: order.price_cents,
    returnedUnits: order.quantity,
  });
  await postTransaction(trx, {
    kind: isCancelled ? 'cancellation' : 'order_refund',
    paymentId: order.payment_id,
    orderId: order.id,
    restorations: order.restorations,
    entries: toRefundEntries(order, change),
    now,
    effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
  });
  await scheduleFullRefund({ jobs, clock }, trx, order.payment_id, operatorId);
  if (isNotKept && order.discount_cents > 0) await putCodeBack(trx, order.payment_id);
  await returnCredit(trx, { paymentId: order.payment_id, cents: change.back.creditCents, now });
  await endCreditForOrder(trx, order, { decidedBy, now });
  await reverseShares(trx, order.id, state, now);
}
