import { effectiveFrom, formatCents, pickLanguage, reportDeadline } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { accrueShares } from '../affiliates/index.ts';
import { endOffer } from '../allocation/index.ts';
import { type Posting, postTransaction, postTransactions } from '../ledger/index.ts';
import { createOrder, getOrderDetails, type OrderDetails, scheduleAnnouncement } from '../orders/index.ts';
import { lockPayment, type Payment, scheduleFullRefund, updatePayment } from '../payments/index.ts';
import { putUnitBack, takeUnit } from '../products/index.ts';
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
    const details = await confirmOrTakeUnit(context, trx, payment, now);
    const state = details ? 'paid' : 'refund_due';
    await updatePayment(trx, paymentId, { state, card_last4: cardLast4, settled_at: now });
    if (payment.is_offer && payment.state === 'pending')
      await endOffer(trx, paymentId, details ? 'bought' : 'lapsed', now);
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
        reportDeadline: reportDeadline(order.pickup_end),
        now,
      });
      // Not by the announcement: the mail of a cancellation must not overtake it.
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'order', orderId: order.id });
      await scheduleAnnouncement(context, trx, order.id);
    } else {
      await postTransaction(trx, paymentPosting);
      await scheduleFullRefund(context, trx, paymentId);
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'lateRefund', paymentId });
    }
    return state;
  });
}

/** What the order copies of its slot and product; null when the payment gets no unit. */
async function confirmOrTakeUnit(
  context: Context,
  trx: Trx,
  { state, product_id: productId, slot_id: slotId }: Payment,
  now: Date,
): Promise<OrderDetails | null> {
  // A pending payment has its unit already.
  const isPending = state === 'pending';
  if (!isPending && !(await takeUnit(trx, slotId, now))) return null;
  const details = await getOrderDetails(trx, productId, slotId);
  if (!isPending || (!details.cancelled && details.ends_at > now)) return details;
  await putUnitBack(context, trx, slotId);
  return null;
}

type PlacedOrder = Awaited<ReturnType<typeof createOrder>>;

const buildSalePosting = (order: PlacedOrder, { id: paymentId }: Payment, now: Date): Posting => ({
  kind: 'sale',
  paymentId,
  orderId: order.id,
  entries: [
    { account: { kind: 'buyer', userId: order.user_id }, amountCents: order.price_cents },
    { account: { kind: 'seller', userId: order.seller_id }, amountCents: -order.earning_cents },
    { account: { kind: 'commission' }, amountCents: -order.commission_cents },
  ],
  now,
  effectiveAt: effectiveFrom(order.pickup_end, now),
});

export const checkoutMails = ({ db }: Pick<Context, 'db'>): MailTemplates => ({
  /** To a buyer whose payment succeeded after the hold had ended and is refunded. */
  lateRefund: async ({ paymentId }: { paymentId: number }) => {
    const { email: to, amount_cents, product_names, ...payment } = await getLateRefund(db, paymentId);
    const language = pickLanguage(payment.language);
    const name = product_names?.[language] ?? payment.name;
    const amount = formatCents(amount_cents, language);
    return {
      to,
      subject: translate('mail.refund.subject', language),
      text: translate('mail.refund.text', language, { name, amount }),
      language,
    };
  },
});
