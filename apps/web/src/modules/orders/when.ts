import type { MyOrder } from './my-orders.api.ts';

/** Where an order stands in time: its window is ahead, open or over. */
export type Moment = { before: number } | { open: number } | 'over';

/** Milliseconds until the window opens or closes. */
export function momentOf({ pickup_start, pickup_end }: MyOrder, now: number): Moment {
  const before = Date.parse(pickup_start) - now;
  if (before > 0) return { before };
  const open = Date.parse(pickup_end) - now;
  return open > 0 ? { open } : 'over';
}
