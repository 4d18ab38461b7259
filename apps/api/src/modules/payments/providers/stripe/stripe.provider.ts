import type { Stripe } from 'stripe';
import type { ListedPayment, PaymentProvider } from '../provider.ts';
import { type CallGuard, cardLast4Of, refundedCentsOf, toDispute, toIntentStatus } from './stripe.rules.ts';

/** Under this key our own token travels with an intent: an account may serve other shops too. */
export const METADATA_MARK = 'wopack_payment';

/**
 * Stripe by its official library. Idempotency keys make every call safe to repeat; a call that is refused because it
 * was done before counts as done.
 */
export function buildStripeProvider(
  stripe: Stripe,
  publishableKey: string,
  guard: CallGuard,
): PaymentProvider {
  const retrieve = async (ref: string) => {
    const intent = await guard(() => stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }));
    return { status: toIntentStatus(intent), cardLast4: cardLast4Of(intent) };
  };
  return {
    name: 'stripe',
    publishableKey,
    async createIntent({ amountCents, idempotencyKey }) {
      const { id, client_secret: clientSecret } = await guard(() =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'eur',
            // Cards, and the wallets that hold cards. Nothing that is paid days later.
            allowed_payment_method_types: ['card'],
            metadata: { [METADATA_MARK]: idempotencyKey },
          },
          { idempotencyKey },
        ),
      );
      if (!clientSecret) throw new Error('the payment intent has no client secret');
      return { ref: id, clientSecret };
    },
    retrieve,
    async cancel(ref) {
      try {
        return {
          status: toIntentStatus(await guard(() => stripe.paymentIntents.cancel(ref))),
          cardLast4: null,
        };
      } catch (error) {
        // It was paid, or closed before.
        if ((error as { code?: string }).code === 'payment_intent_unexpected_state') return retrieve(ref);
        throw error;
      }
    },
    async refund(ref, { amountCents, idempotencyKey }) {
      await guard(() =>
        stripe.refunds.create({ payment_intent: ref, amount: amountCents }, { idempotencyKey }),
      );
    },
    list: async ({ from, to }) => {
      const created = { gte: seconds(from), lt: seconds(to) };
      const payments: ListedPayment[] = [];
      let after: string | undefined;
      do {
        const page = await guard(() =>
          stripe.paymentIntents.list({
            created,
            limit: 100,
            expand: ['data.latest_charge'],
            ...(after && { starting_after: after }),
          }),
        );
        for (const intent of page.data) {
          if (!(METADATA_MARK in intent.metadata)) continue;
          payments.push({
            id: intent.id,
            status: toIntentStatus(intent),
            amount_cents: intent.amount,
            refunded_cents: refundedCentsOf(intent),
            created_at: new Date(intent.created * 1000),
          });
        }
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
      return payments.reverse();
    },
    dispute: async (ref) => toDispute(await guard(() => stripe.disputes.retrieve(ref))),
  };
}

/** Stripe counts whole ones; the second in which a period ends belongs to the next one. */
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
