import { localDate, upcomingWindows } from '@wopack/rules';
import type { Trx } from '../../platform/db/database.ts';
import { calendarsOf, type WithWeek } from './calendar.queries.ts';
import { changeSlot, closeSlots, insertSlots, slotsFrom } from './slots.queries.ts';
import { planSlots, type Slot } from './slots.rules.ts';

/** Brings a pack's slots in line with its calendar. Answers the slots that keep their old window. */
export async function planWeek(trx: Trx, pack: WithWeek, now: Date): Promise<Slot[]> {
  const { id, daily_quantity: quantity, time_zone } = pack;
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, time_zone).subtract({ days: 1 }).toString();
  const calendar = (await calendarsOf(trx, [pack], yesterday)).get(id);
  if (!calendar || !quantity) return [];
  const windows = upcomingWindows(calendar, time_zone, now);
  const plan = planSlots(await slotsFrom(trx, id, yesterday), windows, now);
  await closeSlots(trx, plan.close);
  for (const { id: slotId, window } of plan.change) await changeSlot(trx, slotId, { quantity, ...window });
  await insertSlots(
    trx,
    plan.insert.map((window) => ({ ...window, product_id: id, quantity })),
  );
  return plan.kept;
}
