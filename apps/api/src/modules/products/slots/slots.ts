import type { endpoints } from '@wopack/contract';
import {
  DAYS_AHEAD,
  type Language,
  listUpcomingWindows,
  localDate,
  pickupDateText,
  quantityOn,
  type SlotWindow,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import { recordActivity } from '../../businesses/index.ts';
import {
  findMySlot,
  listSlotsWithOrders,
  loadPickupCalendars,
  type ProductWithSchedule,
  type SlotOfPlace,
  type SlotWithSold,
  setSlotQuantity,
  setSlotSoldOut,
} from '../pickup-calendar/pickup-calendar.queries.ts';
import { planSlots, type Slot } from '../products.rules.ts';
import {
  closeSlots,
  insertSlots,
  listTimeZones,
  lockActiveProductsInTimeZone,
  lockSlotsFrom,
  openSlot,
  returnUnits,
  saveGeneratedThrough,
} from './slots.queries.ts';

const BATCH_SIZE = 500;

/** Runs hourly: in time zones where a new day has begun, products on sale get slots for the coming days. */
export async function generateSlots(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const timeZones = await listTimeZones(db);
  // A time zone or product that fails stops no other.
  await runSequentially(
    timeZones.map(({ time_zone: timeZone, generated_through: generatedThrough }) => async () => {
      const lastDate = localDate(now, timeZone).add({ days: DAYS_AHEAD }).toString();
      if (generatedThrough === lastDate) return;
      const failed: number[] = [];
      let lastProductId: number | undefined = 0;
      while (lastProductId !== undefined)
        lastProductId = await generateSlotBatch(context, timeZone, lastProductId, now, failed);
      // Those that failed are tried again the next hour.
      if (failed.length > 0) throw new Error(`no slots for the products ${failed.join(', ')}`);
      await saveGeneratedThrough(db, timeZone, lastDate);
    }),
  );
}

/** Returns the product id to continue after; undefined at the end. */
async function generateSlotBatch(
  { db, log }: Pick<Context, 'db' | 'log'>,
  timeZone: string,
  afterProductId: number,
  now: Date,
  failed: number[],
): Promise<number | undefined> {
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, timeZone).subtract({ days: 1 }).toString();
  return db.transaction().execute(async (trx) => {
    const products = await lockActiveProductsInTimeZone(trx, timeZone, afterProductId, BATCH_SIZE);
    const calendars = await loadPickupCalendars(trx, products, yesterday);
    await insertSlots(
      trx,
      products.flatMap(({ id, daily_quantity: quantity, draws_next }) => {
        const calendar = calendars.get(id);
        if (!calendar || !quantity) return [];
        try {
          return listUpcomingWindows(calendar, timeZone, now).map((window) => ({
            ...window,
            product_id: id,
            quantity: quantityOn(window.date, calendar.schedule, quantity),
            is_drawn: draws_next,
          }));
        } catch (error) {
          failed.push(id);
          log.error({ product_id: id, err: error }, 'no slots for a product');
          return [];
        }
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

/** Returns units to their slot: on public sale, or one each to the first of those who wait. */
export async function putUnitsBack(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  slotId: number,
  units: number,
): Promise<void> {
  const { allocation } = await returnUnits(trx, slotId, units);
  if (allocation === 'line') await offerUnits(jobs, trx, slotId);
}

/** The job belongs to the module `allocation`, which products may not import. */
const offerUnits = (jobs: Context['jobs'], trx: Trx, slotId: number) =>
  jobs.enqueue(trx, 'allocation.offer-units', { slotId }, { urgent: true });

/**
 * Sets the total units of a slot. The total instead of a difference, so that a repeated request counts once
 * and a concurrent sale is not lost.
 */
export async function updateSlotQuantity(
  { db, clock, jobs }: Context,
  { actor, params: { id }, body: { quantity } }: Call<typeof endpoints.updateSlotQuantity>,
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const { slot, isUpdated } = await changeSlotQuantity(jobs, trx, actor, { id, quantity, now });
    if (isUpdated) return { data: buildSlotView(slot) };
    assertSlotOpen(slot, now);
    throw createTooLowError(slot);
  });
}

export const createTooLowError = (slot: { quantity: number; units_left: number }): AppError =>
  new AppError('conflict', {
    message: 'products.quantityTooLow',
    values: { count: slot.quantity - slot.units_left },
  });

/**
 * Sets the total units of a slot, offers what is added to those who wait in line, and notes it. Returns the slot, and
 * whether it was set: on the conditions of `setSlotQuantity`.
 */
export async function changeSlotQuantity(
  jobs: Context['jobs'],
  trx: Trx,
  actor: StockActor,
  { id, ...change }: { id: number } & Parameters<typeof setSlotQuantity>[2],
): Promise<{ slot: SlotOfPlace; isUpdated: boolean; addedUnits: number }> {
  const former = await findMySlot(trx, actor.member, id);
  if (!former) throw new AppError('notFound');
  const isUpdated = await setSlotQuantity(trx, id, change);
  const slot = (await findMySlot(trx, actor.member, id))!;
  if (isUpdated) {
    if (slot.allocation === 'line') await offerUnits(jobs, trx, id);
    await recordStock(trx, actor, { kind: 'stock_changed', former, slot, now: change.now });
  }
  return { slot, isUpdated, addedUnits: isUpdated ? slot.quantity - former.quantity : 0 };
}

/** A member, a counter device, or without an id WoPack. */
export interface StockActor {
  id: number | null;
  device?: { id: number } | null;
  member: BusinessScope;
}

export async function markSlotSoldOut(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.markSlotSoldOut>,
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const former = await findMySlot(trx, actor.member, id);
    if (!former) throw new AppError('notFound');
    const isUpdated = await setSlotSoldOut(trx, id, now);
    const slot = (await findMySlot(trx, actor.member, id))!;
    if (isUpdated) await recordStock(trx, actor, { kind: 'sold_out', former, slot, now });
    else assertSlotOpen(slot, now);
    return { data: buildSlotView(slot) };
  });
}

/** A repeated call that changes nothing is not noted. */
async function recordStock(
  trx: Trx,
  actor: StockActor,
  {
    kind,
    former,
    slot,
    now,
  }: { kind: 'stock_changed' | 'sold_out'; former: SlotWithSold; slot: SlotOfPlace; now: Date },
): Promise<void> {
  if (former.quantity === slot.quantity && former.sold_out === slot.sold_out) return;
  await recordActivity(trx, actor, {
    kind,
    salePlaceId: slot.sale_place_id,
    productId: slot.product_id,
    before: { quantity: former.quantity, left: former.units_left },
    after: { quantity: slot.quantity, left: slot.units_left, date: slot.date },
    now,
  });
}

function assertSlotOpen({ ends_at, closed }: { ends_at: Date; closed: boolean }, now: Date): void {
  if (ends_at <= now) throw new AppError('conflict', { message: 'products.slotEnded' });
  if (closed) throw new AppError('conflict', { message: 'products.dateClosed' });
}

/** A slot as its seller sees it. */
export const buildSlotView = ({
  product_id: _,
  allocation: __,
  starts_at,
  ends_at,
  units_left: left,
  sold: taken,
  refunded,
  sale_place_id: ___,
  ...slot
}: SlotWithSold & { sale_place_id?: number }) => ({
  ...slot,
  left,
  sold: taken - refunded,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  held: Math.max(0, slot.quantity - left - taken),
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
