import { type Language, pickupDateText } from '@wopack/domain';
import type { Trx } from '../../../platform/db/database.ts';
import { listSlotsWithOrders, type SlotWithSold } from '../pickup-calendar/pickup-calendar.queries.ts';
import type { Slot } from './slots.rules.ts';

/** A slot as its seller sees it. */
export const buildSlotView = ({
  product_id: _,
  allocation: __,
  starts_at,
  ends_at,
  ...slot
}: SlotWithSold) => ({
  ...slot,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  held: Math.max(0, slot.quantity - slot.left - slot.sold),
});

/** Slots that keep their window despite a calendar change, with the orders that are the reason. */
export async function buildUnchangedSlotsView(
  trx: Trx,
  unchangedSlots: readonly Slot[],
  { timeZone, language }: { timeZone: string; language: Language },
) {
  const slots = await listSlotsWithOrders(
    trx,
    unchangedSlots.map(({ id }) => id),
  );
  return slots.map(({ product_name, orders, ...slot }) => ({
    product_id: slot.product_id,
    product_name,
    date: slot.date,
    pickup: pickupDateText(slot.starts_at, slot.ends_at, timeZone, language),
    pickup_start: slot.starts_at.toISOString(),
    pickup_end: slot.ends_at.toISOString(),
    time_zone: timeZone,
    orders,
    held: buildSlotView(slot).held,
  }));
}
