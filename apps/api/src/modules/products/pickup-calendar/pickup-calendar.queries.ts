import type { DateRange, DayWindow, PickupCalendar, Schedule } from '@wopack/domain';
import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { isOnSale } from '../slots/on-sale.queries.ts';

/** A product with the inputs of slot planning. */
export interface ProductWithSchedule {
  id: number;
  sale_place_id: number;
  schedule: Schedule | null;
  daily_quantity: number | null;
  /** New slots will be drawn. */
  draws_next: boolean;
  time_zone: string;
}

/** Calendars from a date on, by product id; drafts have none. */
export async function loadPickupCalendars(
  db: DbOrTrx,
  products: readonly Pick<ProductWithSchedule, 'id' | 'sale_place_id' | 'schedule'>[],
  from: string,
): Promise<Map<number, PickupCalendar>> {
  const ids = products.map(({ id }) => id);
  const [dates, holidays] = await Promise.all([
    loadDateOverrides(db, ids, from),
    loadHolidays(db, [...new Set(products.map((product) => product.sale_place_id))], from),
  ]);
  return new Map(
    products.flatMap(({ id, sale_place_id: salePlaceId, schedule }): [number, PickupCalendar][] =>
      schedule
        ? [[id, { schedule, dates: dates.get(id) ?? new Map(), holidays: holidays.get(salePlaceId) ?? [] }]]
        : [],
    ),
  );
}

async function loadDateOverrides(db: DbOrTrx, productIds: number[], from: string) {
  const rows = productIds.length
    ? await db
        .selectFrom('date_overrides')
        .select(['product_id', 'date', 'time_start', 'time_end'])
        .where('product_id', 'in', productIds)
        .where('date', '>=', from)
        .execute()
    : [];
  const overridesByProduct = new Map<number, Map<string, DayWindow | 'closed'>>();
  for (const { product_id, date, time_start, time_end } of rows) {
    const overrides = overridesByProduct.get(product_id) ?? new Map<string, DayWindow | 'closed'>();
    overrides.set(date, time_start && time_end ? { time_start, time_end } : 'closed');
    overridesByProduct.set(product_id, overrides);
  }
  return overridesByProduct;
}

async function loadHolidays(db: DbOrTrx, salePlaceIds: number[], from: string) {
  const rows = salePlaceIds.length
    ? await db
        .selectFrom('holidays')
        .select(['sale_place_id', 'date_from', 'date_to'])
        .where('sale_place_id', 'in', salePlaceIds)
        .where('date_to', '>=', from)
        .execute()
    : [];
  return Map.groupBy(rows, (row): number => row.sale_place_id) as ReadonlyMap<number, DateRange[]>;
}

interface DateOverride {
  product_id: number;
  date: string;
  time_start: string | null;
  time_end: string | null;
}

export const upsertDateOverride = (trx: Trx, { product_id, date, time_start, time_end }: DateOverride) =>
  trx
    .insertInto('date_overrides')
    .values({ product_id, date, time_start, time_end })
    .onConflict((conflict) => conflict.columns(['product_id', 'date']).doUpdateSet({ time_start, time_end }))
    .execute();

export const deleteDateOverride = (trx: Trx, productId: number, date: string) =>
  trx.deleteFrom('date_overrides').where('product_id', '=', productId).where('date', '=', date).execute();

export const deleteOldOverrides = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'date_overrides', { by: 'date', isDue: sql`date < ${before}::timestamptz::date` });

/** Products with the inputs of slot planning. */
export const selectProductsWithSchedule = (db: DbOrTrx) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.sale_place_id', 'products.schedule', 'products.daily_quantity'])
    .select(['products.draws_next', 'sale_places.time_zone']);

/** Products of a sale place that have a schedule, including paused ones. */
const selectScheduledProducts = (db: DbOrTrx, salePlaceId: number) =>
  selectProductsWithSchedule(db)
    .where('products.sale_place_id', '=', salePlaceId)
    .where('products.state', 'in', ['active', 'paused', 'closed'])
    .orderBy('products.id');

export const listScheduledProducts = (db: DbOrTrx, salePlaceId: number) =>
  selectScheduledProducts(db, salePlaceId)
    .select(['products.name', 'products.photos', 'products.type_ids', 'products.link_id'])
    .select(({ ref }) => ref('products.state').$castTo<'active' | 'paused' | 'closed'>().as('state'))
    .execute();

/** Locked, so that concurrent changes are serialised. */
export const lockScheduledProducts = (trx: Trx, salePlaceId: number) =>
  selectScheduledProducts(trx, salePlaceId).forNoKeyUpdate('products').execute();

/** Units that a later sale cannot have. In a cancelled order, those that its seller had refunded before. */
const unitsUsedUp = sql`case when orders.state in ('cancelled_by_buyer', 'cancelled_by_store')
  then orders.returned_quantity else orders.quantity end - orders.cancelled_quantity`;

/** Units that orders of the row `slot` took and that did not go back to it. */
export const countSold = sql<number>`(select coalesce(sum(${unitsUsedUp}), 0)::int from orders
  where orders.slot_id = slot.id)`.as('sold');

/** The part of the units used up that was refunded: they are neither sold nor free. */
const countRefunded = sql<number>`(select coalesce(sum(${unitsUsedUp}
    - case when orders.state in ('paid', 'collected', 'not_collected') then orders.quantity - orders.returned_quantity else 0 end), 0)::int
  from orders where orders.slot_id = slot.id)`.as('refunded');

const selectSlotsWithSold = (db: DbOrTrx) =>
  db
    .selectFrom('pickup_slots as slot')
    .select(['slot.id', 'slot.product_id', 'slot.date', 'slot.starts_at', 'slot.ends_at'])
    .select(['slot.quantity', 'slot.units_left', 'slot.sold_out', 'slot.closed', 'slot.allocation'])
    .select([countSold, countRefunded]);

/** Slots of products between two dates, with the number of sold units. */
export const listSlotsBetween = async (db: DbOrTrx, productIds: number[], from: string, to: string) =>
  productIds.length === 0
    ? []
    : selectSlotsWithSold(db)
        .where('slot.product_id', 'in', productIds)
        .where('slot.date', '>=', from)
        .where('slot.date', '<=', to)
        .execute();

export type SlotWithSold = Awaited<ReturnType<typeof listSlotsBetween>>[number];

export type SlotOfPlace = NonNullable<Awaited<ReturnType<typeof findMySlot>>>;

const selectMySlots = (db: DbOrTrx, scope: BusinessScope) =>
  selectSlotsWithSold(db)
    .innerJoin('products', 'products.id', 'slot.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('products.sale_place_id')
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'));

/** A slot of this seller's products. */
export const findMySlot = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  selectMySlots(db, scope).where('slot.id', '=', id).executeTakeFirst();

export const listMySlots = async (db: DbOrTrx, scope: BusinessScope, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : selectMySlots(db, scope).where('slot.id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/**
 * Sets the total units of a slot unless more are sold or on hold. A single conditional statement, so it is safe against
 * concurrent sales. Returns whether the quantity was set. `before` the pickup: only then, not of a slot that is drawn or
 * marked sold out, and only while its units are `former`, where this is not null.
 */
export async function setSlotQuantity(
  trx: Trx,
  id: number,
  { quantity, now, before }: { quantity: number; now: Date; before?: { former: number | null } },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pickup_slots')
    .set({
      quantity,
      units_left: sql`${quantity}::int - (quantity - units_left)`,
      has_quantity_override: true,
      sold_out: false,
    })
    .where('id', '=', id)
    .where(sql<boolean>`quantity - units_left <= ${quantity}`)
    .where(isOnSale(now))
    .$if(before !== undefined, (query) =>
      query
        .where('starts_at', '>', now)
        .where('allocation', 'in', ['public', 'line'])
        .where('sold_out', '=', false),
    )
    .$if(before !== undefined && before.former !== null, (query) =>
      query.where('quantity', '=', before!.former!),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the units left; those sold or on hold stay. */
export async function setSlotSoldOut(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pickup_slots')
    .set({ quantity: sql`quantity - units_left`, units_left: 0, has_quantity_override: true, sold_out: true })
    .where('id', '=', id)
    .where(isOnSale(now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Slots by id, with their orders not handed out. */
export const listSlotsWithOrders = async (db: DbOrTrx, ids: number[]) =>
  ids.length === 0
    ? []
    : selectSlotsWithSold(db)
        .innerJoin('products', 'products.id', 'slot.product_id')
        .select('products.name as product_name')
        .select(({ selectFrom }) =>
          selectFrom('orders')
            .whereRef('orders.slot_id', '=', 'slot.id')
            .where('orders.state', '=', 'paid')
            .select(sql<number[]>`coalesce(array_agg(orders.id order by orders.id), '{}')`.as('ids'))
            .$asScalar()
            .$notNull()
            .as('orders'),
        )
        .where('slot.id', 'in', ids)
        .orderBy('slot.date')
        .orderBy('slot.product_id')
        .execute();

export const listHolidaysFrom = (db: DbOrTrx, salePlaceId: number, from: string) =>
  db
    .selectFrom('holidays')
    .select(['id', 'name', 'date_from', 'date_to'])
    .where('sale_place_id', '=', salePlaceId)
    .where('date_to', '>=', from)
    .orderBy('date_from')
    .orderBy('date_to')
    .execute();

export const insertHoliday = (
  trx: Trx,
  holiday: { sale_place_id: number; name: string; date_from: string; date_to: string },
) =>
  trx
    .insertInto('holidays')
    .values(holiday)
    .onConflict((conflict) =>
      conflict.columns(['sale_place_id', 'date_from', 'date_to']).doUpdateSet({ name: holiday.name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

export const findHoliday = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('holidays')
    .select(['sale_place_id', 'date_from', 'date_to'])
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteHoliday = (trx: Trx, id: number) =>
  trx.deleteFrom('holidays').where('id', '=', id).execute();
