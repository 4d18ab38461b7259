import type { Context } from '../../platform/context.ts';
import { post } from '../ledger/index.ts';
import { findPayment, lockPayment, updatePayment } from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';

/** Sends money back that WoPack owes a buyer, and books it once. */
export async function refundPayment({ db, clock }: Context, provider: PaymentProvider, paymentId: number) {
  const payment = await findPayment(db, paymentId);
  if (payment?.state !== 'refund_due' || !payment.provider_ref) return;
  await provider.refund(payment.provider_ref, {
    amountCents: payment.amount_cents,
    idempotencyKey: `refund:${payment.token}`,
  });
  await db.transaction().execute(async (trx) => {
    if ((await lockPayment(trx, paymentId)).state !== 'refund_due') return;
    await updatePayment(trx, paymentId, { state: 'refunded' });
    await post(trx, {
      kind: 'refund',
      reference: `payment:${paymentId}`,
      entries: [
        { account: `buyer:${payment.user_id}`, amountCents: payment.amount_cents },
        { account: 'provider', amountCents: -payment.amount_cents },
      ],
      now: clock.now(),
    });
  });
}
