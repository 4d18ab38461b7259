import type { SlotWithSold } from '../pickup-calendar/seller-week.queries.ts';

/** A slot as its seller sees it. */
export const buildSlotView = ({ product_id: _, starts_at, ends_at, ...slot }: SlotWithSold) => ({
  ...slot,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  held: Math.max(0, slot.quantity - slot.left - slot.sold),
});
