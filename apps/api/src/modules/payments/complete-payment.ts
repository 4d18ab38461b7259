import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { findMyPayment } from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { type OnPaymentSettled, settlePayment } from './settle-payment.ts';

/** Asks the provider, whatever the browser says. Answers the id of the payment that became an order. */
export async function completePayment(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaymentSettled,
  { actor, body }: Call<typeof endpoints.completePayment>,
): Promise<number> {
  const payment = await findMyPayment(context.db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  const state = payment.state === 'paid' ? 'paid' : await askProvider(context, provider, onPaid, payment);
  if (state === 'paid') return payment.id;
  if (state === 'refund_due' || state === 'refunded')
    throw new AppError('conflict', { message: 'payments.refunded' });
  throw new AppError('paymentRefused', state === 'pending' ? {} : { message: 'payments.over' });
}

async function askProvider(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaymentSettled,
  { id, state, provider_ref: ref }: { id: number; state: string; provider_ref: string | null },
) {
  if (!ref) return state;
  const intent = await provider.retrieve(ref).catch((cause: unknown) => {
    throw Object.assign(new AppError('serviceDown', { retryAfter: 3 }), { cause });
  });
  return intent.status === 'succeeded' ? settlePayment(context, onPaid, id, intent.cardLast4) : state;
}
