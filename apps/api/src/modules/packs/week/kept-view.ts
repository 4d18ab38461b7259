import { type Language, pickupText } from '@wopack/rules';
import type { Trx } from '../../../platform/db/database.ts';
import type { Slot } from '../slots.rules.ts';
import { slotView } from './slot-view.ts';
import { slotsWithOrders } from './week.queries.ts';

/** What the seller is told of slots that keep their window: whose orders those are. */
export async function keptView(
  trx: Trx,
  kept: readonly Slot[],
  { timeZone, language, now }: { timeZone: string; language: Language; now: Date },
) {
  const slots = await slotsWithOrders(
    trx,
    kept.map(({ id }) => id),
  );
  return slots.map(({ product_name, orders, ...slot }) => ({
    product_id: slot.product_id,
    product_name,
    date: slot.date,
    pickup: pickupText(slot.starts_at, slot.ends_at, timeZone, language, now),
    orders,
    held: slotView(slot).held,
  }));
}
