import type { BuyerOrder } from '../buyer-orders.api.ts';

/** Where an order stands in time: its window is ahead, open or over. */
export type PickupPhase = { before: number } | { open: number } | 'over';

/** Milliseconds until the window opens or closes. */
export function getPickupPhase({ pickup_start, pickup_end }: BuyerOrder, now: number): PickupPhase {
  const before = Date.parse(pickup_start) - now;
  if (before > 0) return { before };
  const open = Date.parse(pickup_end) - now;
  return open > 0 ? { open } : 'over';
}
