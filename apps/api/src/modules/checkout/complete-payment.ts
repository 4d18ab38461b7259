import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { buildBuyerOrderView, getOrderOfPayment } from '../orders/index.ts';
import { findMyPayment, type Payment, type PaymentProvider } from '../payments/index.ts';
import { settlePayment } from './settle-payment.ts';

/** Completes a payment by its state at the provider; what the browser reports is not trusted. */
export async function completePayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body, language }: Call<typeof endpoints.completePayment>,
) {
  const { db, clock, secrets } = context;
  const payment = await findMyPayment(db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  const state = payment.state === 'paid' ? 'paid' : await settleIfSucceeded(context, provider, payment);
  if (state === 'refund_due' || state === 'refunded')
    throw new AppError('conflict', { message: 'payments.refunded' });
  if (state !== 'paid')
    throw new AppError('paymentRefused', state === 'pending' ? {} : { message: 'payments.expired' });
  const order = await getOrderOfPayment(db, payment.id);
  return { data: { order: buildBuyerOrderView(order, language, clock.now(), secrets) } };
}

async function settleIfSucceeded(
  context: Context,
  provider: PaymentProvider,
  { id, state, provider_ref: ref }: Payment,
) {
  if (!ref) return state;
  const intent = await provider.retrieve(ref).catch((cause: unknown) => {
    throw Object.assign(new AppError('serviceDown', { retryAfter: 3 }), { cause });
  });
  return intent.status === 'succeeded' ? settlePayment(context, id, intent.cardLast4) : state;
}
