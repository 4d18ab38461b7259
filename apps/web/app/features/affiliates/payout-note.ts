import type { AffiliateOverview } from './affiliates.api.ts';

/** What is to be said of the money credited: nothing there, all paid out, waiting for the day or for more. */
export function getPayoutNote({
  credited_cents,
  owed_cents,
  payout_minimum_cents,
}: Pick<AffiliateOverview, 'credited_cents' | 'owed_cents' | 'payout_minimum_cents'>) {
  if (owed_cents < 0) return 'negative';
  if (owed_cents > 0) return owed_cents < payout_minimum_cents ? 'little' : 'waiting';
  return credited_cents > 0 ? 'done' : 'none';
}
