import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { sandboxRoutes } from './providers/sandbox/sandbox.routes.ts';
import { stripeWebhook } from './providers/stripe/webhook.routes.ts';

export function paymentRoutes(context: Context, http: Http, provider: PaymentProvider): void {
  http.route(endpoints.getPaymentProvider, async () => ({
    data: { provider: provider.name, publishable_key: provider.publishableKey },
  }));
  if (provider.name === 'sandbox') sandboxRoutes(context, http);
  else if (context.config.stripe) stripeWebhook(context, http, context.config.stripe.webhookSecret);
}
