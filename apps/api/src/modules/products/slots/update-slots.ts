import { listUpcomingWindows, localDate } from '@wopack/domain';
import type { Trx } from '../../../platform/db/database.ts';
import { loadPickupCalendars, type ProductWithSchedule } from '../pickup-calendar/pickup-calendar.queries.ts';
import { closeSlots, insertSlots, lockSlotsFrom, openSlot } from './slots.queries.ts';
import { planSlots, type Slot } from './slots.rules.ts';

/** Brings a product's slots in line with its calendar. Returns the slots that keep their former window. */
export async function updateSlots(trx: Trx, product: ProductWithSchedule, now: Date): Promise<Slot[]> {
  const { id, daily_quantity: quantity, time_zone } = product;
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, time_zone).subtract({ days: 1 }).toString();
  const calendar = (await loadPickupCalendars(trx, [product], yesterday)).get(id);
  if (!calendar || !quantity) return [];
  const windows = listUpcomingWindows(calendar, time_zone, now);
  const plan = planSlots(await lockSlotsFrom(trx, id, yesterday), windows, now);
  await closeSlots(trx, plan.close);
  for (const { id: slotId, window } of plan.change) await openSlot(trx, slotId, { quantity, ...window });
  await insertSlots(
    trx,
    plan.insert.map((window) => ({ ...window, product_id: id, quantity })),
  );
  return plan.unchanged;
}
