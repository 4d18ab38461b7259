import type { Context } from '../../platform/context.ts';
import { endPayment } from './end-payment.ts';
import { findByRef, findPayment, unfinished } from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';
import { refundPayment } from './refund-payment.ts';
import { type OnPaid, settle } from './settle.ts';

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
  await jobs.work<{ paymentId: number }>('payments.refund', ({ paymentId }) =>
    refundPayment(context, provider, paymentId),
  );
  // What a provider's notice says is not believed but asked for.
  await jobs.work<{ ref: string }>('payments.notice', async ({ ref }) => {
    const payment = await findByRef(db, ref);
    if (!payment) throw new Error('the payment is not written down yet');
    const intent = await provider.retrieve(ref);
    if (intent.status === 'succeeded') await settle(context, onPaid, payment.id, intent.cardLast4);
  });
  // Every minute what a lost job would have left: after a crash nothing waits for a hand.
  await jobs.every('* * * * *', 'payments.sweep', async () => {
    for (const { id, state } of await unfinished(db, clock.now())) {
      await (state === 'pending' ? expire(id) : refundPayment(context, provider, id));
    }
  });
}
