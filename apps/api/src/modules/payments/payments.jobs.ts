import { raiseAlarm } from '../../platform/alarm.ts';
import type { Context } from '../../platform/context.ts';
import { catchUp } from './catch-up.ts';
import { endPayment } from './end-payment.ts';
import { inTurn } from './in-turn.ts';
import {
  endHoldsNow,
  findByRef,
  findPayment,
  type PendingPayment,
  pendingPayments,
} from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';
import { mismatchLine, reconcile } from './reconcile.ts';
import { recordDispute } from './record-dispute.ts';
import { sendPart } from './refund-part.ts';
import { refundPayment } from './refund-payment.ts';
import { dueParts, duePayments } from './refunds.queries.ts';
import { type OnPaid, settle } from './settle.ts';

const DAY_MS = 86_400_000;

export async function paymentJobs(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaid,
): Promise<void> {
  const { jobs, db, clock } = context;

  const expire = async (paymentId: number) => {
    const payment = await findPayment(db, paymentId);
    if (payment?.state !== 'pending' || payment.expires_at > clock.now()) return;
    await endPayment(context, provider, onPaid, payment, { state: 'expired' });
  };

  await jobs.work<{ paymentId: number }>('payments.expire', ({ paymentId }) => expire(paymentId));
  await jobs.work<{ slotId: number }>('payments.end-holds', async ({ slotId }) => {
    for (const { id } of await endHoldsNow(db, slotId, clock.now())) await expire(id);
  });
  await jobs.work<{ paymentId: number }>('payments.refund', ({ paymentId }) =>
    refundPayment(context, provider, paymentId),
  );
  await jobs.work<{ partId: number }>('payments.refund-part', ({ partId }) =>
    sendPart(context, provider, partId),
  );
  // What a provider's notice says is not believed but asked for.
  await jobs.work<{ ref: string }>('payments.notice', async ({ ref }) => {
    const payment = await findByRef(db, ref);
    if (!payment) throw new Error('the payment is not written down yet');
    const intent = await provider.retrieve(ref);
    if (intent.status === 'succeeded') await settle(context, onPaid, payment.id, intent.cardLast4);
  });
  await jobs.work<{ ref: string }>('payments.dispute', ({ ref }) => recordDispute(context, provider, ref));
  const look = async ({ id, provider_ref: ref }: { id: number; provider_ref: string | null }) => {
    const intent = ref ? await provider.retrieve(ref) : null;
    if (intent?.status === 'succeeded') await settle(context, onPaid, id, intent.cardLast4);
  };
  const finish = async (payment: PendingPayment) => {
    if (payment.expires_at <= clock.now()) await expire(payment.id);
    else await look(payment);
  };
  // Every minute, and at a start: what a job would have done that died with its process, and refunds whose next try is
  // due.
  await jobs.every('* * * * *', 'payments.sweep', async () => {
    const now = clock.now();
    const [pending, payments, parts] = [
      await pendingPayments(db),
      await duePayments(db, now),
      await dueParts(db, now),
    ];
    await inTurn([
      ...pending.map((one) => () => finish(one)),
      ...payments.map(
        ({ id }) =>
          () =>
            refundPayment(context, provider, id),
      ),
      ...parts.map(
        ({ id }) =>
          () =>
            sendPart(context, provider, id),
      ),
    ]);
  });
  // And what no notice told us, and none of ours waits for any more.
  await jobs.every('*/10 * * * *', 'payments.catch-up', () => catchUp(context, provider, onPaid));
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'payments.sweep', {});
    await jobs.enqueue(trx, 'payments.catch-up', {});
  });
  // Every night the last week: a day that was missed is looked at the next.
  await jobs.every('57 3 * * *', 'payments.reconcile', async () => {
    const to = clock.now();
    const found = await reconcile(context, provider, { from: new Date(to.getTime() - 7 * DAY_MS), to });
    if (found.length) await raiseAlarm(context, 'provider', found.map(mismatchLine));
  });
}
