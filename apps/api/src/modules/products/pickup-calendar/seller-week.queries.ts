import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** Products of a sale place that have a schedule, including paused ones. */
const selectProductsWithSchedule = (db: DbOrTrx, salePlaceId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.sale_place_id', 'products.schedule', 'products.daily_quantity'])
    .select('sale_places.time_zone')
    .where('products.sale_place_id', '=', salePlaceId)
    .where('products.state', 'in', ['active', 'paused', 'closed'])
    .orderBy('products.id');

export const listScheduledProducts = (db: DbOrTrx, salePlaceId: number) =>
  selectProductsWithSchedule(db, salePlaceId)
    .select(['products.name', 'products.photos', 'products.type_ids'])
    .select(({ ref }) => ref('products.state').$castTo<'active' | 'paused' | 'closed'>().as('state'))
    .execute();

/** Locked, so that concurrent changes are serialised. */
export const lockScheduledProducts = (trx: Trx, salePlaceId: number) =>
  selectProductsWithSchedule(trx, salePlaceId).forNoKeyUpdate('products').execute();

const selectSlotsWithSold = (db: DbOrTrx) =>
  db
    .selectFrom('pickup_slots as slot')
    .select(['slot.id', 'slot.product_id', 'slot.date', 'slot.starts_at', 'slot.ends_at'])
    .select(['slot.quantity', 'slot.left', 'slot.sold_out', 'slot.closed'])
    .select(({ selectFrom }) =>
      selectFrom('orders')
        .whereRef('orders.slot_id', '=', 'slot.id')
        .where('orders.state', 'not in', ['cancelled_by_buyer', 'cancelled_by_store'])
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('sold'),
    );

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

/** A slot of this seller's products. */
export const findMySlot = (db: DbOrTrx, sellerId: number, id: number) =>
  selectSlotsWithSold(db)
    .innerJoin('products', 'products.id', 'slot.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .where('slot.id', '=', id)
    .where('sale_places.seller_id', '=', sellerId)
    .executeTakeFirst();

/**
 * Sets the total units of a slot unless more are sold or held. A single conditional statement, so it is
 * safe against concurrent sales. Returns whether the quantity was set.
 */
export async function setSlotQuantity(trx: Trx, id: number, quantity: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pickup_slots')
    .set({
      quantity,
      left: sql`${quantity}::int - (quantity - "left")`,
      has_quantity_override: true,
      sold_out: false,
    })
    .where('id', '=', id)
    .where(sql<boolean>`quantity - "left" <= ${quantity}`)
    .where('ends_at', '>', now)
    .where('closed', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the units left; those sold or held stay. */
export async function setSlotSoldOut(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pickup_slots')
    .set({ quantity: sql`quantity - "left"`, left: 0, has_quantity_override: true, sold_out: true })
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .where('closed', '=', false)
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
