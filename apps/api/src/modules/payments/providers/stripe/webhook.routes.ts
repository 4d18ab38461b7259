import type { Stripe } from 'stripe';
import type { Context, Http } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { METADATA_MARK } from './stripe.provider.ts';

/** How old a signature may be: whoever copied a notice cannot send it again tomorrow. */
const TOLERANCE_SECONDS = 300;

/**
 * Where Stripe tells us what happened. A notice is believed to come from Stripe when its signature is right, and not
 * believed beyond that: a job asks Stripe what is true now, so that old, doubled and overtaken ones do no harm.
 */
export function stripeWebhook({ db, jobs, clock }: Context, { app }: Http, secret: string): void {
  void app.register(async (scope) => {
    const { webhooks } = (await import('stripe')).Stripe;
    // The signature is of the bytes as they came.
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/stripe/webhook', { schema: { hide: true } }, async ({ body, headers }) => {
      const event = parseEvent(webhooks, body as Buffer, headers['stripe-signature'], secret, clock.now());
      const job = buildJob(event);
      if (job) await db.transaction().execute((trx) => jobs.enqueue(trx, ...job));
      return { received: true };
    });
  });
}

function parseEvent(
  webhooks: typeof Stripe.webhooks,
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
  now: Date,
) {
  try {
    return webhooks.constructEvent(
      body,
      signature ?? '',
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (cause) {
    throw Object.assign(new AppError('notAllowed'), { cause });
  }
}

function buildJob({ type, data }: Stripe.Event): [queue: string, data: { ref: string }] | null {
  const { object } = data;
  if (object.object === 'dispute') return ['payments.record-dispute', { ref: object.id }];
  // Of payments only success is news; that one ended without is known or found out when its hold is over.
  if (type !== 'payment_intent.succeeded' || !(METADATA_MARK in data.object.metadata)) return null;
  return ['checkout.handle-provider-notice', { ref: data.object.id }];
}
