import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { paths } from '../../../lib/paths.ts';
import type { Confirm, Outcome } from '../outcome.ts';
import { RETURN } from '../use-return.ts';

/** Pays with what stands in Stripe's fields. The bank's question is asked by Stripe, here or on a page of the bank. */
export const payWithStripe =
  (stripe: Stripe, elements: StripeElements): Confirm =>
  async ({ token, client_secret: clientSecret, product_id: productId }) => {
    const back = new URL(paths.offer(productId), location.origin);
    back.searchParams.set(RETURN, token);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret: clientSecret ?? '',
        confirmParams: { return_url: back.href },
        redirect: 'if_required',
      });
      return error ? failed(error) : { status: 'succeeded' };
    } catch (error) {
      // Broken on the way: the card may have been charged.
      console.error(error);
      return { status: 'unknown' };
    }
  };

/** Refused by card or bank: in Stripe's words, which are in the person's language. Else nobody knows. */
function failed({ type, code, decline_code: reason, message }: StripeError): Outcome {
  if (type === 'card_error' || type === 'validation_error') {
    return { status: 'failed', code: reason ?? code ?? type, message: message ?? '' };
  }
  return { status: 'unknown' };
}
