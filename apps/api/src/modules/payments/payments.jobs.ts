import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import { raiseAlert, raiseAlertInTransaction } from '../../platform/observability/alert.ts';
import { postTransaction, saveReconciliation } from '../ledger/index.ts';
import { insertDispute, listPaymentsByRefs, lockDispute, updateDispute } from './payments.queries.ts';
import type { Dispute, PaymentProvider } from './providers/payment-provider.ts';
import { compareWithProvider, formatMismatch } from './reconcile.ts';
import { listDuePartialRefunds, listDuePayments } from './refunds/refunds.queries.ts';
import { sendFullRefund, sendPartialRefund } from './refunds/refunds.ts';

const DAY_MS = 86_400_000;

export async function paymentJobs(context: Context, provider: PaymentProvider): Promise<void> {
  const { jobs, db, clock } = context;
  const sendFull = (paymentId: number) => sendFullRefund(context, provider, paymentId);
  const sendPart = (partId: number) => sendPartialRefund(context, provider, partId);

  await jobs.work<{ paymentId: number }>('payments.send-refund', ({ paymentId }) => sendFull(paymentId));
  await jobs.work<{ partId: number }>('payments.send-partial-refund', ({ partId }) => sendPart(partId));
  await jobs.work<{ ref: string }>('payments.record-dispute', ({ ref }) =>
    recordDispute(context, provider, ref),
  );
  // Every minute and at startup: refunds whose next attempt is due, also those whose job was lost.
  await jobs.schedule('* * * * *', 'payments.retry-refunds', async () => {
    const now = clock.now();
    const payments = await listDuePayments(db, now);
    const parts = await listDuePartialRefunds(db, now);
    await runSequentially([
      ...payments.map(
        ({ id }) =>
          () =>
            sendFull(id),
      ),
      ...parts.map(
        ({ id }) =>
          () =>
            sendPart(id),
      ),
    ]);
  });
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'payments.retry-refunds', {}));
  // Every night for the last week, so that a missed night is made up for.
  await jobs.schedule('57 3 * * *', 'payments.reconcile-provider', async () => {
    const to = clock.now();
    const from = new Date(to.getTime() - 7 * DAY_MS);
    const { mismatches, sums } = await compareWithProvider(context, provider, { from, to });
    const differences = mismatches.map(formatMismatch);
    await saveReconciliation(db, { kind: 'provider', checked_at: to, differences, sums });
    if (differences.length) await raiseAlert(context, 'provider', differences);
  });
}

/**
 * Records the current state of a dispute and posts what the provider withdrew or returned since the last call. The
 * loss is WoPack's, not the seller's.
 */
async function recordDispute(context: Context, provider: PaymentProvider, ref: string) {
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
