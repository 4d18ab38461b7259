import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { Stripe } from 'stripe';
import type { StripeConfig } from '../../../../config/config.ts';
import type { PaymentProvider } from '../provider.ts';
import { buildStripeProvider } from './stripe.provider.ts';
import { isOutage } from './stripe.rules.ts';

/** After so many failures in a row nobody waits for Stripe any more; it is tried again after a pause. */
const MAX_CONSECUTIVE_FAILURES = 5;
const BREAKER_PAUSE_MS = 15_000;

/** Stripe, as the configuration names it. Whoever pays waits for it a few seconds at most. */
export function createStripeProvider(
  { secretKey, publishableKey, apiUrl, timeoutMs }: StripeConfig,
  pauseMs: number = BREAKER_PAUSE_MS,
): PaymentProvider {
  const { protocol, hostname, port } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    // Two tries share the time.
    timeout: Math.ceil(timeoutMs / 2),
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'WoPack' },
  });
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  return buildStripeProvider(stripe, publishableKey, (call) => breaker.execute(call));
}
