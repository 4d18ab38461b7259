import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Static } from 'typebox';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { completePayment } from './complete-payment.ts';
import { endPendingPayment } from './end-pending-payment.ts';
import { initiatePayment, validatePayment } from './initiate-payment.ts';
import { findMyPayment, listPendingPayments } from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { sandboxRoutes } from './providers/sandbox/sandbox.routes.ts';
import { stripeWebhook } from './providers/stripe/webhook.routes.ts';
import type { OnPaymentSettled } from './settle-payment.ts';

type Order = Static<(typeof endpoints.completePayment)['reply']>['data']['order'];

/** What stands above payments: what a paid one turns into, and how that looks. */
export interface CheckoutHandlers {
  onPaid: OnPaymentSettled;
  getOrderView(paymentId: number, language: Language): Promise<Order>;
}

export function paymentRoutes(
  context: Context,
  http: Http,
  provider: PaymentProvider,
  handlers: CheckoutHandlers,
): void {
  const { route } = http;
  route(endpoints.initiatePayment, (call) => initiatePayment(context, provider, call), {
    limit: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'person' },
    ],
    validate: (call) => validatePayment(context, call),
  });
  route(endpoints.completePayment, async (call) => {
    const paymentId = await completePayment(context, provider, handlers.onPaid, call);
    return { data: { order: await handlers.getOrderView(paymentId, call.language) } };
  });
  route(endpoints.failPayment, async ({ actor, body }) => {
    const { token, code, description } = body;
    const payment = await findMyPayment(context.db, actor.id, token);
    if (!payment) throw new AppError('notFound');
    if (payment.state === 'pending') {
      await endPendingPayment(context, provider, handlers.onPaid, payment, {
        state: 'failed',
        code,
        description,
      });
    }
    const now = await findMyPayment(context.db, actor.id, token);
    if (now?.state === 'paid') throw new AppError('conflict', { message: 'payments.alreadyPaid' });
    return { success: true, code: 0 as const };
  });
  route(endpoints.listMyHolds, async ({ actor }) => ({
    data: (await listPendingPayments(context.db, actor.id)).map((payment) => ({
      ...payment,
      provider: provider.name,
      expires_at: payment.expires_at.toISOString(),
    })),
  }));
  route(endpoints.getPaymentProvider, async () => ({
    data: { provider: provider.name, publishable_key: provider.publishableKey },
  }));
  if (provider.name === 'sandbox') sandboxRoutes(context, http);
  else if (context.config.stripe) stripeWebhook(context, http, context.config.stripe.webhookSecret);
}
