import { DAYS_AHEAD, listUpcomingWindows, localDate, quantityOn, type SlotWindow } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { loadPickupCalendars, type ProductWithSchedule } from '../pickup-calendar/pickup-calendar.queries.ts';
import {
  closeSlots,
  insertSlots,
  listTimeZones,
  lockProductsOnSaleInTimeZone,
  lockSlotsFrom,
  openSlot,
  saveGeneratedThrough,
} from './slots.queries.ts';
import { planSlots, type Slot } from './slots.rules.ts';

const BATCH_SIZE = 500;

/** Runs hourly: in time zones where a new day has begun, products on sale get slots for the coming days. */
export async function generateSlots({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  for (const { time_zone: timeZone, generated_through: generatedThrough } of await listTimeZones(db)) {
    const lastDate = localDate(now, timeZone).add({ days: DAYS_AHEAD }).toString();
    if (generatedThrough === lastDate) continue;
    let lastProductId: number | undefined = 0;
    while (lastProductId !== undefined)
      lastProductId = await generateSlotBatch(db, timeZone, lastProductId, now);
    await saveGeneratedThrough(db, timeZone, lastDate);
  }
}

/** Returns the product id to continue after; undefined at the end. */
async function generateSlotBatch(
  db: Db,
  timeZone: string,
  afterProductId: number,
  now: Date,
): Promise<number | undefined> {
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, timeZone).subtract({ days: 1 }).toString();
  return db.transaction().execute(async (trx) => {
    const products = await lockProductsOnSaleInTimeZone(trx, timeZone, afterProductId, BATCH_SIZE);
    const calendars = await loadPickupCalendars(trx, products, yesterday);
    await insertSlots(
      trx,
      products.flatMap(({ id, daily_quantity: quantity, draws_next }) => {
        const calendar = calendars.get(id);
        if (!calendar || !quantity) return [];
        return listUpcomingWindows(calendar, timeZone, now).map((window) => ({
          ...window,
          product_id: id,
          quantity: quantityOn(window.date, calendar.schedule, quantity),
          is_drawn: draws_next,
        }));
      }),
    );
    return products.length < BATCH_SIZE ? undefined : products.at(-1)!.id;
  });
}

/**
 * Brings a product's slots in line with its calendar. Returns the slots that keep their former window, and the first
 * window of the calendar.
 */
export async function updateSlots(
  trx: Trx,
  product: ProductWithSchedule,
  now: Date,
): Promise<{ unchanged: Slot[]; firstWindow: SlotWindow | null }> {
  const { id, daily_quantity: quantity, time_zone } = product;
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, time_zone).subtract({ days: 1 }).toString();
  const calendar = (await loadPickupCalendars(trx, [product], yesterday)).get(id);
  if (!calendar || !quantity) return { unchanged: [], firstWindow: null };
  const getQuantity = (date: string) => quantityOn(date, calendar.schedule, quantity);
  const windows = listUpcomingWindows(calendar, time_zone, now);
  const plan = planSlots(await lockSlotsFrom(trx, id, yesterday), windows, now);
  await closeSlots(trx, plan.close);
  for (const { id: slotId, date, window } of plan.change)
    await openSlot(trx, slotId, { quantity: getQuantity(date), ...window });
  await insertSlots(
    trx,
    plan.insert.map((window) => ({
      ...window,
      product_id: id,
      quantity: getQuantity(window.date),
      is_drawn: product.draws_next,
    })),
  );
  return { unchanged: plan.unchanged, firstWindow: windows[0] ?? null };
}
