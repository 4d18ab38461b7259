import { effectiveFrom, formatCents, pickLanguage, settlementStart } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { composeMail, type MailTemplates } from '../../platform/mail/mail.ts';
import { accrueShares } from '../affiliates/index.ts';
import { endOffer } from '../allocation/index.ts';
import {
  findCodeOfPayment,
  hasParts,
  lockParts,
  releaseParts,
  reserveParts,
  toPlannedParts,
} from '../credit/index.ts';
import { type Posting, postTransaction, postTransactions } from '../ledger/index.ts';
import {
  createOrder,
  getNetEarning,
  getOrderDetails,
  getPaidParts,
  type OrderDetails,
  scheduleAnnouncement,
  toPaidEntries,
  withoutZeros,
} from '../orders/index.ts';
import {
  type Intent,
  isTakenAnew,
  lockPayment,
  type Payment,
  SETTLED_STATES,
  scheduleFullRefund,
  updatePayment,
} from '../payments/index.ts';
import { putUnitsBack, takeUnits } from '../products/index.ts';
import { getLateRefund, payHoldWithOrderDetails } from './checkout.queries.ts';

/**
 * Settles a payment that succeeded at the provider, or of which nothing is charged there: creates the order, or schedules
 * a full refund if the slot was cancelled, its window is over, its code may not be had any more after what else its buyer
 * bought, or the hold had ended and too few units are left, or too little of its credit or code, or its buyer has begun
 * anew. Idempotent, also for late notices.
 */
export async function settlePayment(
  context: Context,
  paymentId: number,
  intent: Pick<Intent, 'method' | 'cardLast4'>,
): Promise<Payment['state']> {
  const settle = (hasLockedParts: boolean) =>
    context.db.transaction().execute(async (trx) => {
      if (hasLockedParts) await lockParts(trx, [await lockPayment(trx, paymentId)]);
      return settleInTransaction(context, trx, paymentId, { ...intent, hasLockedParts });
    });
  return settle(false).catch((error: unknown) => {
    if (error instanceof UnlockedPartsError) return settle(true);
    throw error;
  });
}

/** Credit and a code are to be given back, which are locked before the slot: all is rolled back and done again. */
class UnlockedPartsError extends Error {}

async function settleInTransaction(
  context: Context,
  trx: Trx,
  paymentId: number,
  { method, cardLast4, hasLockedParts }: Pick<Intent, 'method' | 'cardLast4'> & { hasLockedParts: boolean },
): Promise<Payment['state']> {
  const { clock, jobs } = context;
  const now = clock.now();
  const settlement = { method: method ?? ('card' as const), card_last4: cardLast4, settled_at: now };
  const hold = await payHoldWithOrderDetails(trx, paymentId, settlement);
  const endedHold = hold ? null : await lockPayment(trx, paymentId);
  if (endedHold && SETTLED_STATES.includes(endedHold.state)) return endedHold.state;
  const payment = (hold ?? endedHold)!;
  const isCharged = payment.amount_cents > 0;
  // It ended before its buyer completed it.
  if (endedHold && !isCharged) return endedHold.state;
  const code = await findCodeOfPayment(trx, payment);
  const isKept = hold !== undefined && isCollectable(hold, now) && !code?.isRefused;
  if (hold && !hasLockedParts && hasParts(hold) && !isKept) throw new UnlockedPartsError();
  const details = hold
    ? isKept
      ? hold
      : await giveBack(context, trx, hold)
    : code?.isRefused
      ? null
      : await takeUnitsAgain(trx, endedHold!, now);
  const state = details ? 'paid' : isCharged ? 'refund_due' : 'expired';
  if (!hold || !details)
    await updatePayment(trx, paymentId, {
      state,
      network_hash: null,
      card_fingerprint: null,
      ...settlement,
    });
  // The order has them.
  if (payment.invoice_tax_number)
    await updatePayment(trx, paymentId, { invoice_name: null, invoice_tax_number: null });
  if (hold?.is_offer) await endOffer(trx, paymentId, details ? 'bought' : 'lapsed', now);
  const paymentPosting: Posting = {
    kind: 'payment',
    paymentId,
    entries: [
      { account: { kind: 'provider' }, amountCents: payment.amount_cents },
      { account: { kind: 'buyer', userId: payment.user_id }, amountCents: -payment.amount_cents },
    ],
    now,
  };
  if (details) {
    const placed = { ...payment, discount_payer: code?.payer ?? null };
    const order = await createOrder(context, trx, placed, details, now);
    await postTransactions(trx, [
      ...(isCharged ? [paymentPosting] : []),
      buildSalePosting(order, payment, now),
    ]);
    await accrueShares(trx, {
      id: order.id,
      buyerId: order.user_id,
      sellerId: order.seller_id,
      priceCents: order.price_cents,
      commissionCents: order.commission_cents,
      quantity: order.quantity,
      reportDeadline: settlementStart(order.pickup_end, order.is_perishable),
      now,
    });
    await scheduleAnnouncement(context, trx, order.id);
  } else if (isCharged) {
    await postTransaction(trx, paymentPosting);
    await scheduleFullRefund(context, trx, paymentId);
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'lateRefund', paymentId });
  }
  return state;
}

const isCollectable = ({ cancelled, ends_at: endsAt }: OrderDetails, now: Date): boolean =>
  !cancelled && endsAt > now;

type PaidHold = NonNullable<Awaited<ReturnType<typeof payHoldWithOrderDetails>>>;

/** Puts the units of a hold that becomes no order back, with credit and code. */
async function giveBack(context: Context, trx: Trx, hold: PaidHold): Promise<null> {
  await releaseParts(trx, hold);
  await putUnitsBack(context, trx, hold.slot_id, hold.quantity);
  return null;
}

/**
 * For a payment whose hold had ended: all its units, credit and code; null when fewer are left, or less of these, or its
 * buyer has begun anew and would pay twice.
 */
async function takeUnitsAgain(trx: Trx, payment: Payment, now: Date): Promise<OrderDetails | null> {
  const { product_id: productId, slot_id: slotId, quantity } = payment;
  if (await isTakenAnew(trx, payment)) return null;
  const parts = toPlannedParts(payment);
  const missing = await reserveParts(trx, { paymentId: payment.id, userId: payment.user_id, parts, now });
  if (missing || !(await takeUnits(trx, slotId, { quantity, now }))) {
    await releaseParts(trx, payment);
    return null;
  }
  return getOrderDetails(trx, productId, slotId);
}

type PlacedOrder = Awaited<ReturnType<typeof createOrder>>;

const buildSalePosting = (
  order: PlacedOrder,
  { id: paymentId }: Pick<Payment, 'id'>,
  now: Date,
): Posting => ({
  kind: 'sale',
  paymentId,
  orderId: order.id,
  entries: withoutZeros([
    ...toPaidEntries(order, getPaidParts(order)),
    { account: { kind: 'seller', userId: order.seller_id }, amountCents: -getNetEarning(order) },
    { account: { kind: 'commission' }, amountCents: -order.commission_cents },
  ]),
  now,
  effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
});

export const checkoutMails = ({ db }: Pick<Context, 'db'>): MailTemplates => ({
  /** To a buyer whose payment succeeded after the hold had ended, or the slot was cancelled, and is refunded. */
  lateRefund: async ({ paymentId }: { paymentId: number }) => {
    const {
      email: to,
      amount_cents,
      product_names,
      cancelled,
      ...payment
    } = await getLateRefund(db, paymentId);
    const mail = cancelled
      ? 'refundOfCancelled'
      : (await isTakenAnew(db, payment))
        ? 'refundOfFormer'
        : (await findCodeOfPayment(db, payment))?.isRefused
          ? 'refundOfCode'
          : 'refund';
    const language = pickLanguage(payment.language);
    const name = product_names?.[language] ?? payment.name;
    const amount = formatCents(amount_cents, language);
    return {
      to,
      ...composeMail(mail, language, { name, amount }),
    };
  },
});
