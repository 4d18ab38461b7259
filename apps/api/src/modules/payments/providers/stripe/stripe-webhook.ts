import type { Stripe } from 'stripe';
import type { StripeConfig } from '../../../../config/outside-services.ts';
import type { Context, Http } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { assertJsonDepth } from '../../../../platform/http/json-body.ts';
import { buildJob, MalformedNoticeError, type NoticeJob } from './stripe-notices.ts';

/** Maximum age of a signature; prevents the replay of a copied notice. */
const TOLERANCE_SECONDS = 300;

/**
 * Receives Stripe's notices. The signature proves their origin only: a job asks Stripe for the current state, so that
 * old, repeated and out-of-order notices do no harm. One that is signed and cannot be read is refused and counted:
 * Stripe then shows it as failed and sends it again.
 */
export function stripeWebhook(
  { db, jobs, clock, log }: Context,
  { app }: Http,
  { webhookSecret, connectWebhookSecret }: StripeConfig,
): void {
  const secrets = [webhookSecret, connectWebhookSecret].filter((secret) => secret !== null);
  // Without a port for metrics nothing is counted.
  const client = app.hasDecorator('metrics') ? app.metrics.client : null;
  const malformedNotices =
    client &&
    new client.Counter({
      name: 'wopack_malformed_notices_total',
      help: 'signed notices of the payment provider that this process could not read',
    });

  function readJob(event: unknown): NoticeJob | null {
    try {
      return buildJob(event);
    } catch (error) {
      if (!(error instanceof MalformedNoticeError)) throw error;
      malformedNotices?.inc();
      const { id, type } = Object(event) as { id?: unknown; type?: unknown };
      log.warn({ notice_id: id, notice_type: type, err: error }, 'malformed notice');
      throw new AppError('validation', { message: 'payments.noticeMalformed' });
    }
  }

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
      const notice = body as Buffer;
      assertSigned(webhooks, notice, headers['stripe-signature'], { secrets, now: clock.now() });
      const job = readJob(parseNotice(notice));
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

function assertSigned(
  { signature }: typeof Stripe.webhooks,
  body: Buffer,
  header: string | string[] | undefined,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  let cause: unknown;
  for (const secret of secrets)
    try {
      signature!.verifyHeader(body, header ?? '', secret, TOLERANCE_SECONDS, undefined, now.getTime());
      return;
    } catch (error) {
      cause = error;
    }
  throw Object.assign(new AppError('notAllowed'), { cause });
}

/** Undefined when it is no JSON: no notice has that form. */
function parseNotice(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
