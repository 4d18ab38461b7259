import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { postTransaction } from '../../ledger/index.ts';
import { lockPayment, updatePayment } from '../payments.queries.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { findPaymentToRefund } from './refunds.queries.ts';
import { tryRefund } from './try-refund.ts';

/** In the transaction that decides on it: the money of a payment has to go back whole, by a job. */
export async function scheduleFullRefund(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  paymentId: number,
): Promise<void> {
  await updatePayment(trx, paymentId, { state: 'refund_due' });
  await jobs.enqueue(trx, 'payments.send-refund', { paymentId });
}

/** Sends back what a buyer has not had back yet of a payment that goes back whole, and books it once. */
export async function sendFullRefund(context: Context, provider: PaymentProvider, paymentId: number) {
  const { db, clock } = context;
  const payment = await findPaymentToRefund(db, paymentId);
  if (payment?.state !== 'refund_due' || !payment.provider_ref) return;
  // No part is added any more: what is left is the same at every try.
  const amountCents = payment.amount_cents - payment.parts_cents;
  const { provider_ref: ref } = payment;
  await tryRefund(context, { table: 'payments', id: paymentId, paymentId, amountCents }, async () => {
    await provider.refund(ref, { amountCents, idempotencyKey: `refund:${payment.token}` });
    await db.transaction().execute(async (trx) => {
      if ((await lockPayment(trx, paymentId)).state !== 'refund_due') return;
      await updatePayment(trx, paymentId, { state: 'refunded' });
      await postTransaction(trx, {
        kind: 'refund',
        paymentId,
        entries: [
          { account: { kind: 'buyer', userId: payment.user_id }, amountCents },
          { account: { kind: 'provider' }, amountCents: -amountCents },
        ],
        now: clock.now(),
      });
    });
  });
}
