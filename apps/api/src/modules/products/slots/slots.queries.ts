import type { SlotWindow } from '@wopack/domain';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';
import {
  selectProductsWithSchedule,
  upsertDateOverride,
} from '../pickup-calendar/pickup-calendar.queries.ts';
import { isForLine, isForPublicSale, isOnSale } from './on-sale.queries.ts';

/** Slots of a product from a date on, including closed ones; `quantity - left` units are sold or on hold. */
export const lockSlotsFrom = (trx: Trx, productId: number, date: string) =>
  trx
    .selectFrom('pickup_slots')
    .select(['id', 'date', 'starts_at', 'ends_at', 'quantity', 'units_left', 'closed', 'allocation'])
    .where('product_id', '=', productId)
    .where('date', '>=', date)
    .orderBy('date')
    .forUpdate()
    .execute();

export async function insertSlots(
  db: DbOrTrx,
  rows: (SlotWindow & { product_id: number; quantity: number; is_drawn: boolean })[],
) {
  if (rows.length === 0) return;
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // A row that conflicts takes a number too: of eight dates a night seven are there.
  await sql`
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left, allocation)
    SELECT product_id, date, starts_at, ends_at, quantity, quantity, CASE WHEN is_drawn THEN 'planned' ELSE 'public' END
    FROM unnest(${column('product_id')}::int[], ${column('date')}::date[], ${column('starts_at')}::timestamptz[],
      ${column('ends_at')}::timestamptz[], ${column('quantity')}::int[], ${column('is_drawn')}::boolean[])
      AS slot (product_id, date, starts_at, ends_at, quantity, is_drawn)
    WHERE NOT EXISTS (SELECT FROM pickup_slots earlier
      WHERE earlier.product_id = slot.product_id AND earlier.date = slot.date)
    ON CONFLICT (product_id, date) DO NOTHING`.execute(db);
}

/**
 * Opens a slot, optionally with another window, at the product's daily quantity: never below the units sold or on hold,
 * and unchanged if the seller set a quantity for this slot.
 */
export const openSlot = (trx: Trx, id: number, change: { quantity: number } & Partial<SlotWindow>) =>
  trx
    .updateTable('pickup_slots')
    .set({
      ...(change.starts_at && change.ends_at && { starts_at: change.starts_at, ends_at: change.ends_at }),
      closed: false,
      cancelled: false,
      quantity: sql`case when has_quantity_override then quantity else greatest(${change.quantity}::int, quantity - units_left) end`,
      units_left: sql`case when has_quantity_override then units_left else greatest(${change.quantity}::int - (quantity - units_left), 0) end`,
    })
    .where('id', '=', id)
    .execute();

export const closeSlots = async (trx: Trx, ids: number[]) => {
  if (ids.length)
    await trx.updateTable('pickup_slots').set({ closed: true }).where('id', 'in', ids).execute();
};

const selectProductsOnSale = (db: Pick<DbOrTrx, 'selectFrom'>) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('businesses', 'businesses.id', 'sale_places.seller_id')
    .where('products.state', '=', 'active')
    .where('sale_places.paused', '=', false)
    .where('sale_places.removed_at', 'is', null)
    .where('sale_places.hidden_at', 'is', null)
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_at', 'is', null)
    .where('businesses.awaits_payout_account', '=', false);

/**
 * Takes so many units, all or none, if the product is on sale, as many are left, the window has not ended, and they are for
 * anybody: not while a draw is ahead or somebody waits. An offer of a unit (`isOffer`) takes it for the next in line. All stock safety
 * rests on this statement: concurrent calls queue for the slot's row. The product is locked in share mode, before its
 * slot, until the transaction ends, so taking it off sale either waits for this hold or order and sees it, or makes this
 * wait. Returns the allocation that the seller chose for the product as `choice`.
 */
export const takeUnits = (
  trx: Trx,
  slotId: number,
  { quantity, now, isOffer = false }: { quantity: number; now: Date; isOffer?: boolean },
) =>
  trx
    .with('on_sale', (db) =>
      selectProductsOnSale(db)
        .select(['products.id', 'products.allocation'])
        .where('products.id', '=', (slots) =>
          slots.selectFrom('pickup_slots').select('product_id').where('id', '=', slotId),
        )
        .forShare('products'),
    )
    .updateTable('pickup_slots')
    .from('on_sale')
    .set({
      units_left: sql`units_left - ${quantity}::int`,
      taken_at: sql`case when units_left = ${quantity}::int then coalesce(taken_at, ${now}::timestamptz) else taken_at end`,
      last_taken_at: sql`case when units_left = ${quantity}::int then ${now}::timestamptz else last_taken_at end`,
    })
    .where('pickup_slots.id', '=', slotId)
    .whereRef('pickup_slots.product_id', '=', 'on_sale.id')
    .where('units_left', '>=', quantity)
    .where(isOnSale(now))
    .where(isOffer ? isForLine(now) : isForPublicSale(now))
    .returning(['pickup_slots.product_id', 'pickup_slots.units_left', 'on_sale.allocation as choice'])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();

/** Units that anybody may take now; as of this moment. */
export const countUnitsForSale = async (db: DbOrTrx, slotId: number, now: Date): Promise<number> =>
  (
    await db
      .selectFrom('pickup_slots')
      .select('units_left')
      .where('id', '=', slotId)
      .where(isOnSale(now))
      .where(isForPublicSale(now))
      .executeTakeFirst()
  )?.units_left ?? 0;

const selectUnitToPassOn = (db: DbOrTrx, slotId: number, now: Date, { isOffer = false } = {}) =>
  selectProductsOnSale(db)
    .innerJoin('pickup_slots', 'pickup_slots.product_id', 'products.id')
    .select('pickup_slots.id')
    .where('pickup_slots.id', '=', slotId)
    .where('pickup_slots.sold_out', '=', false)
    .where(isOnSale(now))
    .where(isOffer ? isForLine(now) : isForPublicSale(now));

/**
 * Whether a unit on hold may pass to another buyer, or to the line of its slot (`isOffer`): on the conditions of
 * `takeUnits`, and not when the seller has marked the slot sold out.
 */
export const mayPassUnitOn = async (...args: Parameters<typeof selectUnitToPassOn>): Promise<boolean> =>
  (await selectUnitToPassOn(...args).executeTakeFirst()) !== undefined;

/** The same until the transaction ends. A unit that passes to a buyer stays on hold, so no quantity changes. */
export const lockUnitToPassOn = async (
  trx: Trx,
  slotId: number,
  now: Date,
  { isOffer = false } = {},
): Promise<boolean> => {
  const unit = selectUnitToPassOn(trx, slotId, now, { isOffer }).forShare('products');
  // One for the line is put back: whoever marks the slot sold out at this moment would remove it.
  const locked = isOffer ? unit.forNoKeyUpdate('pickup_slots') : unit.forKeyShare('pickup_slots');
  return (await locked.executeTakeFirst()) !== undefined;
};

/** Removes units for good; `has_quantity_override` keeps later schedule changes from restoring them. */
export const decreaseQuantity = (trx: Trx, slotId: number, units: number) =>
  trx
    .updateTable('pickup_slots')
    .set({ quantity: sql`quantity - ${units}::int`, has_quantity_override: true })
    .where('id', '=', slotId)
    .execute();

/**
 * Waits for transactions that are taking or paying a unit; afterwards none can be taken, and open holds cannot be paid.
 * The date stays closed until its seller opens it.
 */
export async function closeCancelledSlot(trx: Trx, slotId: number): Promise<void> {
  // The update alone would not wait for a payment, which has a key share of the slot only.
  await trx.selectFrom('pickup_slots').select('id').where('id', '=', slotId).forUpdate().execute();
  const { product_id, date } = await trx
    .updateTable('pickup_slots')
    .set({ closed: true, cancelled: true })
    .where('id', '=', slotId)
    .returning(['product_id', 'date'])
    .executeTakeFirstOrThrow();
  await upsertDateOverride(trx, { product_id, date, time_start: null, time_end: null });
}

/** Returns units to the slot, unless the seller marked it sold out. Others call `putUnitsBack`, which also passes them on. */
export const returnUnits = (trx: Trx, slotId: number, units: number) =>
  trx
    .updateTable('pickup_slots')
    .set({
      units_left: sql`case when sold_out then units_left else units_left + ${units}::int end`,
      quantity: sql`case when sold_out then quantity - ${units}::int else quantity end`,
    })
    .where('id', '=', slotId)
    .returning('allocation')
    .executeTakeFirstOrThrow();

const selectActiveProducts = (db: DbOrTrx) =>
  selectProductsWithSchedule(db).where('products.state', '=', 'active');

/**
 * Active products at a sale place, paused or not, with the inputs of slot planning; locked, so that concurrent changes are
 * serialised.
 */
export const lockActiveProductsAtSalePlace = (trx: Trx, salePlaceId: number) =>
  selectActiveProducts(trx)
    .where('sale_places.id', '=', salePlaceId)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute();

/** The same for one product. */
export const lockActiveProduct = (trx: Trx, productId: number) =>
  selectActiveProducts(trx)
    .where('products.id', '=', productId)
    .forNoKeyUpdate('products')
    .executeTakeFirst();

export const listActiveProductsOfSeller = (trx: Trx, sellerId: number) =>
  selectActiveProducts(trx).where('sale_places.seller_id', '=', sellerId).orderBy('products.id').execute();

/**
 * A page of active products in a time zone, by id. Locked before their calendars are read, so that a
 * concurrent calendar change is not missed.
 */
export const lockActiveProductsInTimeZone = (
  trx: Trx,
  timeZone: string,
  afterProductId: number,
  limit: number,
) =>
  selectActiveProducts(trx)
    .where('sale_places.time_zone', '=', timeZone)
    .where('products.id', '>', afterProductId)
    .orderBy('products.id')
    .limit(limit)
    .forNoKeyUpdate('products')
    .execute();

/** Time zones of sale places, with the last date for which slots were generated; null if never. */
export const listTimeZones = (db: DbOrTrx) =>
  db
    .selectFrom(db.selectFrom('sale_places').select('time_zone').distinct().as('zone'))
    .leftJoin('slot_horizons', 'slot_horizons.time_zone', 'zone.time_zone')
    .select(['zone.time_zone', 'slot_horizons.generated_through'])
    .execute();

export const saveGeneratedThrough = (db: DbOrTrx, time_zone: string, generated_through: string) =>
  db
    .insertInto('slot_horizons')
    .values({ time_zone, generated_through })
    .onConflict((conflict) => conflict.column('time_zone').doUpdateSet({ generated_through }))
    .execute();
