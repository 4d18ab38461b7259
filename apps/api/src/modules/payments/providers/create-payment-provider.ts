import type { Config } from '../../../config/config.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox/sandbox.provider.ts';

/** Who takes the money: Stripe where it is configured, else the sandbox where that is allowed. */
export async function createPaymentProvider(
  { stripe, sandbox }: Config,
  db: Db,
  clock: Clock,
): Promise<PaymentProvider> {
  if (stripe) return (await import('./stripe/create-stripe-provider.ts')).createStripeProvider(stripe);
  if (sandbox) return sandboxProvider(db, clock);
  throw new Error(
    'No payment provider is configured: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, ' +
      'or ENABLE_SANDBOX=1 for the built-in one.',
  );
}
