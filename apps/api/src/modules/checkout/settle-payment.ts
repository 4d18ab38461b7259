import { effectiveFrom, formatCents, pickLanguage, settlementStart } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { composeMail, type MailTemplates } from '../../platform/mail/mail.ts';
import { accrueShares } from '../affiliates/index.ts';
import { endOffer } from '../allocation/index.ts';
import { type Posting, postTransaction, postTransactions } from '../ledger/index.ts';
import { createOrder, getOrderDetails, type OrderDetails, scheduleAnnouncement } from '../orders/index.ts';
import {
  type Intent,
  isTakenAnew,
  lockPayment,
  type Payment,
  scheduleFullRefund,
  updatePayment,
} from '../payments/index.ts';
import { putUnitsBack, takeUnits } from '../products/index.ts';
import { getLateRefund, payHoldWithOrderDetails } from './checkout.queries.ts';

export const SETTLED_STATES: readonly Payment['state'][] = ['paid', 'refund_due', 'refunded'];

/**
 * Settles a payment that succeeded at the provider: creates the order, or schedules a full refund if the slot was
 * cancelled, its window is over, or the hold had ended and too few units are left or its buyer has begun anew. Idempotent, also for late notices.
 */
export async function settlePayment(
  context: Context,
  paymentId: number,
  { method, cardLast4 }: Pick<Intent, 'method' | 'cardLast4'>,
): Promise<Payment['state']> {
  const { db, clock, jobs } = context;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const settlement = { method: method ?? ('card' as const), card_last4: cardLast4, settled_at: now };
    const hold = await payHoldWithOrderDetails(trx, paymentId, settlement);
    const endedHold = hold ? null : await lockPayment(trx, paymentId);
    if (endedHold && SETTLED_STATES.includes(endedHold.state)) return endedHold.state;
    const payment = (hold ?? endedHold)!;
    const details = hold
      ? await keepUnits(context, trx, hold, now)
      : await takeUnitsAgain(trx, endedHold!, now);
    const state = details ? 'paid' : 'refund_due';
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
      const order = await createOrder(context, trx, payment, details, now);
      await postTransactions(trx, [paymentPosting, buildSalePosting(order, payment, now)]);
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
    } else {
      await postTransaction(trx, paymentPosting);
      await scheduleFullRefund(context, trx, paymentId);
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'lateRefund', paymentId });
    }
    return state;
  });
}

/** Returns the hold if its units can still be collected, else puts them back and returns null. */
async function keepUnits<Hold extends Pick<Payment, 'slot_id' | 'quantity'> & OrderDetails>(
  context: Context,
  trx: Trx,
  hold: Hold,
  now: Date,
): Promise<Hold | null> {
  if (!hold.cancelled && hold.ends_at > now) return hold;
  await putUnitsBack(context, trx, hold.slot_id, hold.quantity);
  return null;
}

/** For a payment whose hold had ended: all its units; null when fewer are left, or its buyer has begun anew and would pay twice. */
async function takeUnitsAgain(trx: Trx, payment: Payment, now: Date): Promise<OrderDetails | null> {
  const { product_id: productId, slot_id: slotId, quantity } = payment;
  if (await isTakenAnew(trx, payment)) return null;
  if (!(await takeUnits(trx, slotId, { quantity, now }))) return null;
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
  entries: [
    { account: { kind: 'buyer', userId: order.user_id }, amountCents: order.price_cents },
    { account: { kind: 'seller', userId: order.seller_id }, amountCents: -order.earning_cents },
    { account: { kind: 'commission' }, amountCents: -order.commission_cents },
  ],
  now,
  effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
});

export const checkoutMails = ({ db }: Pick<Context, 'db'>): MailTemplates => ({
  /** To a buyer whose payment succeeded after the hold had ended and is refunded. */
  lateRefund: async ({ paymentId }: { paymentId: number }) => {
    const { email: to, amount_cents, product_names, ...payment } = await getLateRefund(db, paymentId);
    const mail = (await isTakenAnew(db, payment)) ? 'refundOfFormer' : 'refund';
    const language = pickLanguage(payment.language);
    const name = product_names?.[language] ?? payment.name;
    const amount = formatCents(amount_cents, language);
    return {
      to,
      ...composeMail(mail, language, { name, amount }),
    };
  },
});
