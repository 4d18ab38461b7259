import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { post } from '../ledger/index.ts';
import type { PaymentProvider } from './provider.ts';
import { findUnsentPart, insertPart, markPartSent } from './refunds.queries.ts';
import { tryRefund } from './try-refund.ts';

/** In the transaction that decides on it: this much of a payment has to go back, by a job; the payment stays paid. */
export async function refundPart(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  paymentId: number,
  amountCents: number,
): Promise<void> {
  const part = { payment_id: paymentId, amount_cents: amountCents, created_at: clock.now(), sent_at: null };
  const { id } = await insertPart(trx, part);
  await jobs.enqueue(trx, 'payments.refund-part', { partId: id });
}

/** Sends a part back, and books it once. */
export async function sendPart(context: Context, provider: PaymentProvider, id: number): Promise<void> {
  const { db, clock } = context;
  const part = await findUnsentPart(db, id);
  if (!part?.provider_ref) return;
  const { payment_id: paymentId, provider_ref: ref, amount_cents: amountCents } = part;
  await tryRefund(context, { table: 'partial_refunds', id, paymentId, amountCents }, async () => {
    await provider.refund(ref, { amountCents, idempotencyKey: `refund:${part.token}:${id}` });
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await markPartSent(trx, id, now))) return;
      await post(trx, {
        kind: 'refund',
        reference: `partial_refund:${id}`,
        entries: [
          { account: `buyer:${part.user_id}`, amountCents },
          { account: 'provider', amountCents: -amountCents },
        ],
        now,
      });
    });
  });
}
