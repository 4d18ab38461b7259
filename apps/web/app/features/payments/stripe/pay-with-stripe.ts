import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { paths } from '../../../lib/paths.ts';
import type { ConfirmPayment, PaymentOutcome } from '../payment-outcome.ts';
import { PAYMENT_TOKEN_PARAM } from '../use-resume-after-redirect.ts';

/** Pays with what stands in Stripe's fields. The bank's question is asked by Stripe, here or on a page of the bank. */
export const payWithStripe =
  (stripe: Stripe, elements: StripeElements): ConfirmPayment =>
  async ({ token, client_secret: clientSecret, product_id: productId }) => {
    const returnUrl = new URL(paths.offer(productId), location.origin);
    returnUrl.searchParams.set(PAYMENT_TOKEN_PARAM, token);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret: clientSecret ?? '',
        confirmParams: { return_url: returnUrl.href },
        redirect: 'if_required',
      });
      return error ? toFailedOutcome(error) : { status: 'succeeded' };
    } catch (error) {
      // Broken on the way: the card may have been charged.
      console.error(error);
      return { status: 'unknown' };
    }
  };

/** Refused by card or bank: in Stripe's words, which are in the person's language. Else nobody knows. */
function toFailedOutcome({ type, code, decline_code: declineCode, message }: StripeError): PaymentOutcome {
  if (type === 'card_error' || type === 'validation_error') {
    return { status: 'failed', code: declineCode ?? code ?? type, message: message ?? '' };
  }
  return { status: 'unknown' };
}
