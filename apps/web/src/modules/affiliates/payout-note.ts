import type { Overview } from './affiliates.api.ts';

/** What is to be said of the money credited: nothing there, all paid out, or waiting for the day. */
export function payoutNote({ credited_cents, owed_cents }: Pick<Overview, 'credited_cents' | 'owed_cents'>) {
  if (owed_cents < 0) return 'negative';
  if (owed_cents > 0) return 'waiting';
  return credited_cents > 0 ? 'done' : 'none';
}
