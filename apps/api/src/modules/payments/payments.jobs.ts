import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import { raiseAlert } from '../../platform/observability/alert.ts';
import { saveReconciliation } from '../ledger/index.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { compareWithProvider, formatMismatch } from './reconcile.ts';
import { recordDispute } from './record-dispute.ts';
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
