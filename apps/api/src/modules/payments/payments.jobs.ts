import { raiseAlert } from '../../platform/alert.ts';
import type { Context } from '../../platform/context.ts';
import { recordDispute } from './disputes/record-dispute.ts';
import { endPendingPayment } from './end-pending-payment.ts';
import {
  expireHoldsNow,
  findPayment,
  findPaymentByRef,
  type PendingPayment,
  pendingPayments,
} from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { formatMismatch, reconcile } from './reconcile.ts';
import { sendFullRefund } from './refunds/full-refund.ts';
import { sendPartialRefund } from './refunds/partial-refund.ts';
import { dueParts, duePayments } from './refunds/refunds.queries.ts';
import { runSequentially } from './run-sequentially.ts';
import { type OnPaymentSettled, settlePayment } from './settle-payment.ts';
import { syncMissedIntents } from './sync-missed-intents.ts';

const DAY_MS = 86_400_000;

export async function paymentJobs(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaymentSettled,
): Promise<void> {
  const { jobs, db, clock } = context;

  const expireHold = async (paymentId: number) => {
    const payment = await findPayment(db, paymentId);
    if (payment?.state !== 'pending' || payment.expires_at > clock.now()) return;
    await endPendingPayment(context, provider, onPaid, payment, { state: 'expired' });
  };

  await jobs.work<{ paymentId: number }>('payments.expire', ({ paymentId }) => expireHold(paymentId));
  await jobs.work<{ slotId: number }>('payments.end-holds', async ({ slotId }) => {
    for (const { id } of await expireHoldsNow(db, slotId, clock.now())) await expireHold(id);
  });
  await jobs.work<{ paymentId: number }>('payments.refund', ({ paymentId }) =>
    sendFullRefund(context, provider, paymentId),
  );
  await jobs.work<{ partId: number }>('payments.refund-part', ({ partId }) =>
    sendPartialRefund(context, provider, partId),
  );
  // What a provider's notice says is not believed but asked for.
  await jobs.work<{ ref: string }>('payments.notice', async ({ ref }) => {
    const payment = await findPaymentByRef(db, ref);
    if (!payment) throw new Error('the payment is not written down yet');
    const intent = await provider.retrieve(ref);
    if (intent.status === 'succeeded') await settlePayment(context, onPaid, payment.id, intent.cardLast4);
  });
  await jobs.work<{ ref: string }>('payments.dispute', ({ ref }) => recordDispute(context, provider, ref));
  const settleIfPaid = async ({ id, provider_ref: ref }: { id: number; provider_ref: string | null }) => {
    const intent = ref ? await provider.retrieve(ref) : null;
    if (intent?.status === 'succeeded') await settlePayment(context, onPaid, id, intent.cardLast4);
  };
  const finishPayment = async (payment: PendingPayment) => {
    if (payment.expires_at <= clock.now()) await expireHold(payment.id);
    else await settleIfPaid(payment);
  };
  // Every minute, and at a start: what a job would have done that died with its process, and refunds whose next try is
  // due.
  await jobs.schedule('* * * * *', 'payments.sweep', async () => {
    const now = clock.now();
    const [pending, payments, parts] = [
      await pendingPayments(db),
      await duePayments(db, now),
      await dueParts(db, now),
    ];
    await runSequentially([
      ...pending.map((item) => () => finishPayment(item)),
      ...payments.map(
        ({ id }) =>
          () =>
            sendFullRefund(context, provider, id),
      ),
      ...parts.map(
        ({ id }) =>
          () =>
            sendPartialRefund(context, provider, id),
      ),
    ]);
  });
  // And what no notice told us, and none of ours waits for any more.
  await jobs.schedule('*/10 * * * *', 'payments.catch-up', () =>
    syncMissedIntents(context, provider, onPaid),
  );
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'payments.sweep', {});
    await jobs.enqueue(trx, 'payments.catch-up', {});
  });
  // Every night the last week: a day that was missed is looked at the next.
  await jobs.schedule('57 3 * * *', 'payments.reconcile', async () => {
    const to = clock.now();
    const mismatches = await reconcile(context, provider, { from: new Date(to.getTime() - 7 * DAY_MS), to });
    if (mismatches.length) await raiseAlert(context, 'provider', mismatches.map(formatMismatch));
  });
}
