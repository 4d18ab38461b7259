import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** What an order writes down of the moment it was bought. */
export const getOrderDetails = (trx: Trx, productId: number, slotId: number) =>
  trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('pickup_slots', 'pickup_slots.product_id', 'products.id')
    .select([
      'products.name',
      'products.old_price_cents',
      'sale_places.id as sale_place_id',
      'sale_places.seller_id',
    ])
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.time_zone'])
    .select(['pickup_slots.starts_at', 'pickup_slots.ends_at'])
    .where('products.id', '=', productId)
    .where('pickup_slots.id', '=', slotId)
    .executeTakeFirstOrThrow();

export const insertOrder = (trx: Trx, order: Insertable<Database['orders']>) =>
  trx
    .insertInto('orders')
    .values(order)
    .returning(['id', 'user_id', 'seller_id', 'pickup_end'])
    .returning(['price_cents', 'commission_cents', 'earning_cents'])
    .executeTakeFirstOrThrow();

/** What mails to a buyer say of an order. */
export const findForMail = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['users.email', 'users.language', 'orders.product_name', 'orders.pin', 'orders.price_cents'])
    .select(['orders.pickup_start', 'orders.pickup_end'])
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.time_zone'])
    .where('orders.id', '=', id)
    .executeTakeFirst();

const windowAndState = ['orders.id', 'orders.state', 'orders.pickup_start', 'orders.pickup_end'] as const;

const selectBuyerOrders = (db: DbOrTrx) =>
  db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .select(windowAndState)
    .select(['orders.product_id', 'orders.product_name', 'orders.sale_place_id', 'orders.seller_id'])
    .select(['orders.price_cents', 'orders.old_price_cents', 'orders.refunded_cents', 'orders.pin'])
    .select(['orders.collected_at', 'orders.cancel_reason', 'orders.created_at'])
    .select(['ratings.stars', 'ratings.text as rating_text', 'reports.text as report_text'])
    .select(['reports.photo as report_photo', 'reports.answer as report_answer'])
    .select(['reports.created_at as reported_at', 'reports.answered_by'])
    .select(['payments.card_last4', 'products.photos'])
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.phone'])
    .select(['sale_places.latitude', 'sale_places.longitude', 'sale_places.time_zone']);

export type BuyerOrder = Awaited<ReturnType<typeof findMyOrder>> & object;

export const findMyOrder = (db: DbOrTrx, userId: number, id: number) =>
  selectBuyerOrders(db).where('orders.user_id', '=', userId).where('orders.id', '=', id).executeTakeFirst();

export const getOrderOfPayment = (db: DbOrTrx, paymentId: number) =>
  selectBuyerOrders(db).where('orders.payment_id', '=', paymentId).executeTakeFirstOrThrow();

export const listMyOrders = (db: DbOrTrx, userId: number, before: number | null, limit: number) =>
  selectBuyerOrders(db)
    .where('orders.user_id', '=', userId)
    .$if(before !== null, (query) => query.where('orders.id', '<', before!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

/** What a person kept from the bin since an instant: packs collected, and what they saved in cents. */
export async function sumSavedSince(db: DbOrTrx, userId: number, since: Date) {
  const row = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('packs'))
    .select(sql<number>`coalesce(sum(greatest(old_price_cents - price_cents, 0)), 0)::int`.as('saved_cents'))
    .where('user_id', '=', userId)
    .where('state', '=', 'collected')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return row;
}

/** Orders nobody came for: half an hour after the window. */
export const markNotCollected = (db: DbOrTrx, endedBefore: Date) =>
  db
    .updateTable('orders')
    .set({ state: 'not_collected' })
    .where('state', '=', 'paid')
    .where('pickup_end', '<', endedBefore)
    .execute();

const locked = (trx: Trx, id: number) =>
  trx
    .selectFrom('orders')
    .select(windowAndState)
    .select(['orders.payment_id', 'orders.user_id', 'orders.seller_id', 'orders.sale_place_id'])
    .select(['orders.slot_id', 'orders.product_id', 'orders.product_name', 'orders.collected_at'])
    .select([
      'orders.price_cents',
      'orders.commission_cents',
      'orders.earning_cents',
      'orders.refunded_cents',
    ])
    .where('id', '=', id)
    .forUpdate();

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>> & object;

/** State, window and money of a buyer's order, locked until its step is taken. */
export const lockMyOrder = (trx: Trx, userId: number, id: number) =>
  locked(trx, id).where('user_id', '=', userId).executeTakeFirst();

/** Whosever it is: for what an operator, or a slot's cancelling, does to it. */
export const lockOrder = (trx: Trx, id: number) => locked(trx, id).executeTakeFirst();

export const insertRefund = (trx: Trx, refund: Insertable<Database['order_refunds']>) =>
  trx.insertInto('order_refunds').values(refund).execute();

export const updateOrder = (trx: Trx, id: number, change: Updateable<Database['orders']>) =>
  trx.updateTable('orders').set(change).where('id', '=', id).execute();

/** False when it was rated before. */
export const insertRating = async (trx: Trx, rating: Insertable<Database['ratings']>): Promise<boolean> =>
  (await trx
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;

/** False when it was reported before. */
export const insertReport = async (trx: Trx, report: Insertable<Database['reports']>): Promise<boolean> =>
  (await trx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;
