import { localDate, type Schedule, upcomingWindows } from '@wopack/rules';
import type { Trx } from '../../platform/db/database.ts';
import { changeSlot, closeSlots, insertSlots, slotsFrom } from './slots.queries.ts';
import { planSlots } from './slots.rules.ts';

interface Pack {
  id: number;
  schedule: Schedule | null;
  daily_quantity: number | null;
  time_zone: string;
}

/** Brings a pack's slots in line with its week. Answers the dates that keep their old window. */
export async function planWeek(
  trx: Trx,
  { id, schedule, daily_quantity: quantity, time_zone }: Pack,
  now: Date,
): Promise<string[]> {
  if (!schedule || !quantity) return [];
  const windows = upcomingWindows(schedule, time_zone, now);
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, time_zone).subtract({ days: 1 });
  const plan = planSlots(await slotsFrom(trx, id, yesterday.toString()), windows, now);
  await closeSlots(trx, plan.close);
  for (const { id: slotId, window } of plan.change) await changeSlot(trx, slotId, { quantity, ...window });
  await insertSlots(
    trx,
    plan.insert.map((window) => ({ ...window, product_id: id, quantity })),
  );
  return plan.kept;
}
