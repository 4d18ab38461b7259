import { endpoints } from '@wopack/contract';
import type { Stripe } from 'stripe';
import type { Config } from '../../config/config.ts';
import type { StripeConfig } from '../../config/outside-services.ts';
import type { Clock, Context, Http } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { assertJsonDepth } from '../../platform/http/json-body.ts';
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
import { METADATA_MARK } from './providers/stripe/stripe.rules.ts';
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

/** Maximum age of a signature; prevents the replay of a copied notice. */
const TOLERANCE_SECONDS = 300;

/**
 * Receives Stripe's notices. The signature proves their origin only: a job asks Stripe for the current state, so that
 * old, repeated and out-of-order notices do no harm.
 */
function stripeWebhook(
  { db, jobs, clock }: Context,
  { app }: Http,
  { webhookSecret, connectWebhookSecret }: StripeConfig,
): void {
  const secrets = [webhookSecret, connectWebhookSecret].filter((secret) => secret !== null);
  void app.register(async (scope) => {
    const { webhooks } = (await import('stripe')).Stripe;
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser<Buffer>(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => {
        assertJsonDepth(body);
        return body;
      },
    );
    scope.post('/stripe/webhook', { schema: { hide: true } }, async ({ body, headers }) => {
      const event = parseEvent(webhooks, body as Buffer, headers['stripe-signature'], secrets, clock.now());
      const job = buildJob(event);
      if (job)
        await db
          .transaction()
          .execute((trx) =>
            job[0] === 'payments.record-provider-payout'
              ? jobs.enqueue(trx, ...job)
              : jobs.enqueue(trx, ...job),
          );
      return { received: true };
    });
  });
}

function parseEvent(
  webhooks: typeof Stripe.webhooks,
  body: Buffer,
  signature: string | string[] | undefined,
  secrets: readonly string[],
  now: Date,
): Stripe.Event {
  let cause: unknown;
  for (const secret of secrets)
    try {
      return webhooks.constructEvent(
        body,
        signature ?? '',
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
    } catch (error) {
      cause = error;
    }
  throw Object.assign(new AppError('notAllowed'), { cause });
}

type NoticeJob =
  | [
      queue:
        | 'payments.record-dispute'
        | 'payments.sync-payout-account'
        | 'payments.sync-returns'
        | 'payments.sync-transfer'
        | 'checkout.handle-provider-notice',
      data: { ref: string },
    ]
  | [queue: 'payments.record-provider-payout', data: { account: string; ref: string }];

function buildJob({ type, data, account }: Stripe.Event): NoticeJob | null {
  const { object } = data;
  // Of the account of a seller or partner: WoPack's own payouts have none.
  if (object.object === 'payout')
    return account ? ['payments.record-provider-payout', { account, ref: object.id }] : null;
  if (object.object === 'transfer') return ['payments.sync-transfer', { ref: object.id }];
  if (object.object === 'dispute') return ['payments.record-dispute', { ref: object.id }];
  // Of the account itself, or of something that belongs to it and changes what it lacks.
  if (type === 'account.updated') return ['payments.sync-payout-account', { ref: data.object.id }];
  // Made by us or on Stripe's pages, and what became of it.
  if (object.object === 'refund' || type === 'charge.refunded') {
    const { payment_intent: intent } = object as Stripe.Refund | Stripe.Charge;
    const ref = typeof intent === 'string' ? intent : intent?.id;
    return ref ? ['payments.sync-returns', { ref }] : null;
  }
  // Other payment events are ignored: failures are detected when the hold expires.
  const isPaid = type === 'payment_intent.succeeded' || type === 'payment_intent.amount_capturable_updated';
  if (!isPaid || !(METADATA_MARK in data.object.metadata)) return null;
  return ['checkout.handle-provider-notice', { ref: data.object.id }];
}
