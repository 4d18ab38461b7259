import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';

export type StripeLocale = 'pt' | 'en' | 'ru';

/** A line that is silent would say nothing for minutes. */
const LOAD_TIMEOUT_MS = 10_000;

/** Nothing came in time. The browser still waits, and another try on the same page would wait with it. */
export class StripeLoadTimeoutError extends Error {}

/** Stripe.js from Stripe, or an error in time. */
function loadStripeJs(publishableKey: string, locale: StripeLocale) {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, LOAD_TIMEOUT_MS, new StripeLoadTimeoutError()),
  );
  return Promise.race([loadStripe(publishableKey, { locale }), timeout]);
}

export const stripeQuery = (publishableKey: string | null, locale: StripeLocale) =>
  queryOptions({
    queryKey: ['stripe', publishableKey, locale],
    queryFn: () => loadStripeJs(publishableKey ?? '', locale),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
