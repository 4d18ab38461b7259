import { endpoints } from '@wopack/contract';
import type { Config } from '../../config/config.ts';
import type { Clock, Context, Http } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { sandboxProvider } from './providers/sandbox/sandbox.provider.ts';
import { sandboxRoutes } from './providers/sandbox/sandbox.routes.ts';
import { stripeWebhook } from './providers/stripe/webhook.routes.ts';

export function paymentRoutes(context: Context, http: Http, provider: PaymentProvider): void {
  http.route(endpoints.getPaymentProvider, async () => ({
    data: { provider: provider.name, publishable_key: provider.publishableKey },
  }));
  if (provider.name === 'sandbox') sandboxRoutes(context, http);
  else if (context.config.stripe) stripeWebhook(context, http, context.config.stripe.webhookSecret);
}

/** Stripe if it is configured, else the sandbox if it is enabled. */
export async function createPaymentProvider(
  { stripe, sandbox }: Config,
  db: Db,
  clock: Clock,
): Promise<PaymentProvider> {
  if (stripe)
    return (await import('./providers/stripe/create-stripe-provider.ts')).createStripeProvider(stripe);
  if (sandbox) return sandboxProvider(db, clock);
  throw new Error(
    'No payment provider is configured: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, ' +
      'or ENABLE_SANDBOX=1 for the built-in one.',
  );
}
