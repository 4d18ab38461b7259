import type { Context } from '../../platform/context.ts';
import { raiseAlertInTransaction } from '../../platform/observability/alert.ts';
import { postTransaction } from '../ledger/index.ts';
import { insertDispute, listPaymentsByRefs, lockDispute, updateDispute } from './payments.queries.ts';
import type { Dispute, PaymentProvider } from './providers/payment-provider.ts';

/**
 * Records the current state of a dispute and posts what the provider withdrew or returned since the last call. The
 * loss is WoPack's, not the seller's.
 */
export async function recordDispute(context: Context, provider: PaymentProvider, ref: string) {
  const { db, clock } = context;
  const dispute = await provider.dispute(ref);
  const [payment] = await listPaymentsByRefs(db, [dispute.paymentRef]);
  // Belongs to another shop on the same account.
  if (!payment) return;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const isNew = await insertDispute(trx, {
      payment_id: payment.id,
      provider_ref: ref,
      amount_cents: dispute.amountCents,
      reason: dispute.reason,
      status: dispute.status,
      respond_by: dispute.respondBy,
      opened_at: dispute.openedAt,
      checked_at: now,
    });
    if (isNew) await raiseAlertInTransaction(trx, context, 'dispute', [formatDispute(ref, dispute)]);
    const { id, withdrawn_cents: withdrawnBefore, posting_count: postingCount } = await lockDispute(trx, ref);
    const withdrawnNow = dispute.withdrawnCents - withdrawnBefore;
    if (withdrawnNow !== 0) {
      await postTransaction(trx, {
        kind: 'dispute',
        paymentId: payment.id,
        disputeId: id,
        disputePostingNumber: postingCount + 1,
        entries: [
          { account: { kind: 'disputes' }, amountCents: withdrawnNow },
          { account: { kind: 'provider' }, amountCents: -withdrawnNow },
        ],
        now,
      });
    }
    await updateDispute(trx, id, {
      amount_cents: dispute.amountCents,
      reason: dispute.reason,
      status: dispute.status,
      respond_by: dispute.respondBy,
      withdrawn_cents: dispute.withdrawnCents,
      posting_count: withdrawnNow === 0 ? postingCount : postingCount + 1,
      checked_at: now,
    });
  });
}

/** For a log or a mail: 'dp_123 of pi_123: 3.99 EUR, fraudulent, needs_response, answer by 2026-11-27'. */
const formatDispute = (
  ref: string,
  { paymentRef, amountCents, reason, status, respondBy }: Dispute,
): string =>
  [
    `${ref} of ${paymentRef}: ${(amountCents / 100).toFixed(2)} EUR`,
    reason,
    status,
    ...(respondBy ? [`answer by ${respondBy.toISOString().slice(0, 10)}`] : []),
  ].join(', ');
