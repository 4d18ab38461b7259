import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { postTransaction } from '../../ledger/index.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { findUnsentPartialRefund, insertPartialRefund, markPartialRefundSent } from './refunds.queries.ts';
import { tryRefund } from './try-refund.ts';

/** In the transaction that decides on it: this much of a payment has to go back, by a job; the payment stays paid. */
export async function schedulePartialRefund(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  paymentId: number,
  amountCents: number,
): Promise<void> {
  const partialRefund = {
    payment_id: paymentId,
    amount_cents: amountCents,
    created_at: clock.now(),
    sent_at: null,
  };
  const { id } = await insertPartialRefund(trx, partialRefund);
  await jobs.enqueue(trx, 'payments.send-partial-refund', { partId: id });
}

/** Sends a part back, and books it once. */
export async function sendPartialRefund(
  context: Context,
  provider: PaymentProvider,
  id: number,
): Promise<void> {
  const { db, clock } = context;
  const partialRefund = await findUnsentPartialRefund(db, id);
  if (!partialRefund?.provider_ref) return;
  const { payment_id: paymentId, provider_ref: ref, amount_cents: amountCents } = partialRefund;
  await tryRefund(context, { table: 'partial_refunds', id, paymentId, amountCents }, async () => {
    await provider.refund(ref, { amountCents, idempotencyKey: `refund:${partialRefund.token}:${id}` });
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await markPartialRefundSent(trx, id, now))) return;
      await postTransaction(trx, {
        kind: 'refund',
        paymentId,
        partialRefundId: id,
        entries: [
          { account: { kind: 'buyer', userId: partialRefund.user_id }, amountCents },
          { account: { kind: 'provider' }, amountCents: -amountCents },
        ],
        now,
      });
    });
  });
}
