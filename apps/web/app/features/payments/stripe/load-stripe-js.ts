import { loadStripe } from '@stripe/stripe-js/pure';

/** A line that is silent would say nothing for minutes. */
const LOAD_TIMEOUT_MS = 10_000;

/** Nothing came in time. The browser still waits, and another try on the same page would wait with it. */
export class StripeLoadTimeoutError extends Error {}

/** Stripe.js from Stripe, or an error in time. */
export function loadStripeJs(publishableKey: string, locale: 'pt' | 'en' | 'ru') {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, LOAD_TIMEOUT_MS, new StripeLoadTimeoutError()),
  );
  return Promise.race([loadStripe(publishableKey, { locale }), timeout]);
}
