import { effectiveFrom, formatCents, pickLanguage, reportDeadline } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { accrueShares } from '../affiliates/index.ts';
import { postTransaction } from '../ledger/index.ts';
import { createOrder, scheduleReminders, scheduleSellerNotification } from '../orders/index.ts';
import { lockPayment, type Payment, scheduleFullRefund, updatePayment } from '../payments/index.ts';
import { isSlotStillOpen, returnUnit, takeUnit } from '../products/index.ts';
import { getLateRefund } from './checkout.queries.ts';

/**
 * Settles a payment that succeeded at the provider: creates the order, or schedules a full refund if the slot was
 * cancelled, its window is over, or the hold had ended and no unit is left. Idempotent, also for late notices.
 */
export async function settlePayment(
  context: Context,
  paymentId: number,
  cardLast4: string | null,
): Promise<Payment['state']> {
  const { db, clock, jobs } = context;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.state === 'paid' || payment.state === 'refund_due' || payment.state === 'refunded') {
      return payment.state;
    }
    const state = (await confirmOrTakeUnit(trx, payment, now)) ? 'paid' : 'refund_due';
    await updatePayment(trx, paymentId, { state, card_last4: cardLast4, settled_at: now });
    await postTransaction(trx, {
      kind: 'payment',
      paymentId,
      entries: [
        { account: { kind: 'provider' }, amountCents: payment.amount_cents },
        { account: { kind: 'buyer', userId: payment.user_id }, amountCents: -payment.amount_cents },
      ],
      now,
    });
    if (state === 'paid') await placeOrder(context, trx, payment, now);
    else {
      await scheduleFullRefund(context, trx, paymentId);
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'lateRefund', paymentId });
    }
    return state;
  });
}

async function confirmOrTakeUnit(trx: Trx, { state, slot_id: slotId }: Payment, now: Date): Promise<boolean> {
  if (state !== 'pending') return (await takeUnit(trx, slotId, now)) !== undefined;
  if (await isSlotStillOpen(trx, slotId, now)) return true;
  await returnUnit(trx, slotId);
  return false;
}

async function placeOrder(context: Context, trx: Trx, payment: Payment, now: Date): Promise<void> {
  const order = await createOrder(context, trx, payment, now);
  const { id, user_id: buyerId, seller_id: sellerId, pickup_end: pickupEnd } = order;
  const { price_cents: priceCents, commission_cents: commissionCents } = order;
  await postTransaction(trx, {
    kind: 'sale',
    paymentId: payment.id,
    orderId: id,
    entries: [
      { account: { kind: 'buyer', userId: buyerId }, amountCents: priceCents },
      { account: { kind: 'seller', userId: sellerId }, amountCents: -order.earning_cents },
      { account: { kind: 'commission' }, amountCents: -commissionCents },
    ],
    now,
    effectiveAt: effectiveFrom(pickupEnd, now),
  });
  await accrueShares(trx, {
    ...{ id, buyerId, sellerId, priceCents, commissionCents, now },
    reportDeadline: reportDeadline(pickupEnd),
  });
  await context.jobs.enqueue(trx, 'notifications.send-mail', { template: 'order', orderId: id });
  await scheduleReminders(context, trx, { orderId: id });
  await scheduleSellerNotification(context, trx, id, 'sold');
}

export const checkoutMails = ({ db }: Pick<Context, 'db'>): MailTemplates => ({
  /** To a buyer whose payment succeeded after the hold had ended and is refunded. */
  lateRefund: async ({ paymentId }: { paymentId: number }) => {
    const { email: to, name, amount_cents, ...buyer } = await getLateRefund(db, paymentId);
    const language = pickLanguage(buyer.language);
    const amount = formatCents(amount_cents, language);
    return {
      to,
      subject: translate('mail.refund.subject', language),
      text: translate('mail.refund.text', language, { name, amount }),
      language,
    };
  },
});
