import { endpoints } from '@wopack/contract';
import type { Config } from '../../config/config.ts';
import type { Clock, Context, Http } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { listOfferedMethods } from './offered-methods.ts';
import {
  getPayoutAccount,
  openProviderPage,
  refreshPayoutAccount,
  startOnboarding,
} from './payout-accounts/onboarding.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { sandboxProvider, sandboxRoutes } from './providers/sandbox.provider.ts';
import { sandboxAccountRoutes } from './providers/sandbox-accounts.provider.ts';
import { stripeWebhook } from './providers/stripe/stripe-webhook.ts';
import { listSavedCards, removeSavedCard, setDefaultCard } from './saved-cards/saved-cards.ts';
import { listTransfers } from './transfers/list-transfers.ts';
import { getTrust } from './trust/trust.ts';

export function paymentRoutes(context: Context, http: Http, provider: PaymentProvider): void {
  http.route(endpoints.getPaymentProvider, async () => ({
    data: {
      provider: provider.name,
      publishable_key: provider.publishableKey,
      saves_cards: provider.capabilities.savedCards,
      methods: listOfferedMethods(context.config, provider),
    },
  }));
  http.route(endpoints.getTrust, () => getTrust(context));
  http.route(endpoints.listSavedCards, (call) => listSavedCards(context, provider, call));
  http.route(endpoints.setDefaultCard, (call) => setDefaultCard(context, provider, call));
  http.route(endpoints.removeSavedCard, (call) => removeSavedCard(context, provider, call));
  http.route(endpoints.getPayoutAccount, (call) => getPayoutAccount(context, provider, call));
  http.route(endpoints.listTransfers, (call) => listTransfers(context, call));
  http.route(endpoints.refreshPayoutAccount, (call) => refreshPayoutAccount(context, provider, call));
  http.route(endpoints.startOnboarding, (call) => startOnboarding(context, provider, call));
  http.route(endpoints.openProviderPage, (call) => openProviderPage(context, provider, call));
  if (provider.name === 'sandbox') {
    sandboxRoutes(context, http);
    sandboxAccountRoutes(context, http);
  } else if (context.config.stripe) stripeWebhook(context, http, context.config.stripe);
}

/** Stripe if it is configured, else the sandbox if it is enabled. */
export async function createPaymentProvider(config: Config, db: Db, clock: Clock): Promise<PaymentProvider> {
  const provider = await choosePaymentProvider(config, db, clock);
  if (config.payoutWay === 'stripe_connect' && !provider.accounts)
    throw new Error(
      `PAYOUT_WAY=stripe_connect needs a payment provider that keeps accounts for sellers, which ${provider.name} does not.`,
    );
  return provider;
}

async function choosePaymentProvider(
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
