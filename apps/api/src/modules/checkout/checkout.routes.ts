import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { buildBuyerOrderView, getOrderOfPayment } from '../orders/index.ts';
import { findMyPayment, type Payment, type PaymentProvider } from '../payments/index.ts';
import { listMyHolds } from './checkout.queries.ts';
import { failPayment } from './expire-holds.ts';
import { initiatePayment, validatePayment } from './initiate-payment.ts';
import { settlePayment } from './settle-payment.ts';

export function checkoutRoutes(context: Context, { route }: Http, provider: PaymentProvider): void {
  route(endpoints.initiatePayment, (call) => initiatePayment(context, provider, call), {
    limit: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'person' },
    ],
    validate: (call) => validatePayment(context, call),
  });
  route(endpoints.completePayment, (call) => completePayment(context, provider, call));
  route(endpoints.failPayment, (call) => failPayment(context, provider, call));
  route(endpoints.listMyHolds, async ({ actor }) => ({
    data: (await listMyHolds(context.db, actor.id)).map((hold) => ({
      ...hold,
      provider: provider.name,
      expires_at: hold.expires_at.toISOString(),
    })),
  }));
}

/** Asks the provider, whatever the browser says. */
async function completePayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body, language }: Call<typeof endpoints.completePayment>,
) {
  const { db, clock, secrets } = context;
  const payment = await findMyPayment(db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  const state = payment.state === 'paid' ? 'paid' : await askProvider(context, provider, payment);
  if (state === 'refund_due' || state === 'refunded')
    throw new AppError('conflict', { message: 'payments.refunded' });
  if (state !== 'paid')
    throw new AppError('paymentRefused', state === 'pending' ? {} : { message: 'payments.expired' });
  const order = await getOrderOfPayment(db, payment.id);
  return { data: { order: buildBuyerOrderView(order, language, clock.now(), secrets) } };
}

async function askProvider(
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
