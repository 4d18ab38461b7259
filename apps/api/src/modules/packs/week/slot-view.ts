import type { SoldSlot } from './week.queries.ts';

/** A slot as its seller sees it. */
export const slotView = ({ product_id: _, starts_at, ends_at, ...slot }: SoldSlot) => ({
  ...slot,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  held: Math.max(0, slot.quantity - slot.left - slot.sold),
});
