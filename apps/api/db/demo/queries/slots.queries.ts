import type { SlotWindow } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

export interface ProductWithSlots {
  productId: number;
  scheduleIndex: number;
  quantity: number;
  soldQuantity: number;
}

/** Inserts slots from the windows of the products' schedules. Sold units are taken from the first slot. */
export async function insertSlots(
  trx: Trx,
  products: readonly ProductWithSlots[],
  windowsBySchedule: readonly (readonly SlotWindow[])[],
): Promise<void> {
  const windows = windowsBySchedule.flatMap((scheduleWindows, scheduleIndex) =>
    scheduleWindows.map((window, rank) => ({ ...window, schedule: scheduleIndex, rank })),
  );
  await sql`
    insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    select pack.id, slot.date, slot.starts_at, slot.ends_at, pack.quantity,
      pack.quantity - case slot.rank when 0 then pack.sold else 0 end
    from unnest(${products.map(({ productId }) => productId)}::int[], ${products.map(({ scheduleIndex }) => scheduleIndex)}::int[],
      ${products.map(({ quantity }) => quantity)}::int[], ${products.map(({ soldQuantity }) => soldQuantity)}::int[])
      as pack (id, schedule, quantity, sold)
    join unnest(${windows.map(({ schedule: scheduleIndex }) => scheduleIndex)}::int[], ${windows.map(({ rank }) => rank)}::int[],
      ${windows.map(({ date }) => date)}::date[], ${windows.map(({ starts_at }) => starts_at)}::timestamptz[],
      ${windows.map(({ ends_at }) => ends_at)}::timestamptz[])
      as slot (schedule, rank, date, starts_at, ends_at) on slot.schedule = pack.schedule
    order by pack.id, slot.rank`.execute(trx);
}

export interface PastSlot extends SlotWindow {
  productId: number;
  quantity: number;
  left: number;
}

export async function insertPastSlots(trx: Trx, slots: readonly PastSlot[]): Promise<void> {
  await sql`
    insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    select * from unnest(${slots.map(({ productId }) => productId)}::int[], ${slots.map(({ date }) => date)}::date[],
      ${slots.map(({ starts_at }) => starts_at)}::timestamptz[], ${slots.map(({ ends_at }) => ends_at)}::timestamptz[],
      ${slots.map(({ quantity }) => quantity)}::int[], ${slots.map(({ left }) => left)}::int[])`.execute(trx);
}
