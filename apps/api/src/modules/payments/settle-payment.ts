import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { postTransaction } from '../ledger/index.ts';
import { isSlotStillOpen, returnUnit, takeUnit } from '../products/index.ts';
import { lockPayment, type Payment, updatePayment } from './payments.queries.ts';
import { scheduleFullRefund } from './refunds/schedule-full-refund.ts';

/** Called in the transaction that makes a payment paid: whoever sells something for it does so there or not at all. */
export type OnPaymentSettled = (trx: Trx, payment: Payment, now: Date) => Promise<void>;

/**
 * The provider says the money came. Turns it into an order, or, when its hold had ended and nothing is left, into
 * money that has to go back; so is what was paid for a slot that closed meanwhile. Twice, late, in any order: same outcome.
 */
export async function settlePayment(
  { db, clock, jobs }: Context,
  onPaymentSettled: OnPaymentSettled,
  paymentId: number,
  cardLast4: string | null,
): Promise<Payment['state']> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.state === 'paid' || payment.state === 'refund_due' || payment.state === 'refunded') {
      return payment.state;
    }
    const state = (await confirmOrTakeUnit(trx, payment, now)) ? 'paid' : 'refund_due';
    const change = { state, card_last4: cardLast4, settled_at: now } as const;
    await updatePayment(trx, paymentId, change);
    await postTransaction(trx, {
      kind: 'payment',
      reference: `payment:${paymentId}`,
      entries: [
        { account: 'provider', amountCents: payment.amount_cents },
        { account: `buyer:${payment.user_id}`, amountCents: -payment.amount_cents },
      ],
      now,
    });
    if (state === 'paid') await onPaymentSettled(trx, { ...payment, ...change }, now);
    else {
      await scheduleFullRefund({ jobs }, trx, paymentId);
      await jobs.enqueue(trx, 'mail', { template: 'lateRefund', paymentId });
    }
    return state;
  });
}

async function confirmOrTakeUnit(
  trx: Trx,
  payment: Payment & { window_end: Date },
  now: Date,
): Promise<boolean> {
  if (payment.state !== 'pending') return (await takeUnit(trx, payment.slot_id, now)) !== undefined;
  if (payment.window_end > now && (await isSlotStillOpen(trx, payment.slot_id))) return true;
  await returnUnit(trx, payment.slot_id);
  return false;
}
