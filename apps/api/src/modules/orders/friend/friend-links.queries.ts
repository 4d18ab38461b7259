import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { selectDisputeOutcome } from '../../payments/index.ts';
import { selectProductNames } from '../../products/index.ts';
import { selectTicketKeyId } from '../counter/counter.queries.ts';

/** The link of an order that was not taken back. Its order is locked by whoever changes it. */
export const findLiveLink = (db: DbOrTrx, orderId: number) =>
  db
    .selectFrom('friend_links')
    .select(['id', 'opened_at'])
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();

export const insertLink = (trx: Trx, link: Insertable<Database['friend_links']>) =>
  trx.insertInto('friend_links').values(link).execute();

/** Does nothing when the order has no link, or one that was opened. */
export const takeBackLink = (trx: Trx, orderId: number, now: Date) =>
  trx
    .updateTable('friend_links')
    .set({ taken_back_at: now })
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .where('opened_at', 'is', null)
    .execute();

export const markOpened = (trx: Trx, keyHash: Buffer, now: Date) =>
  trx
    .updateTable('friend_links')
    .set({ opened_at: now })
    .where('key_hash', '=', keyHash)
    .where('taken_back_at', 'is', null)
    .where('opened_at', 'is', null)
    .execute();

/** The order of a link, as its page shows it; undefined for a key that is unknown or void. */
export const findFriendOrder = (db: DbOrTrx, keyHash: Buffer) =>
  db
    .selectFrom('friend_links')
    .innerJoin('orders', 'orders.id', 'friend_links.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['friend_links.opened_at', 'orders.id', 'orders.state', 'orders.pin', 'orders.collected_at'])
    .select(['orders.pickup_start', 'orders.pickup_end', 'orders.slot_id', 'orders.product_id'])
    .select(['orders.quantity', 'orders.returned_quantity'])
    .select(['orders.sale_place_id', 'orders.ticket_version', selectTicketKeyId.as('ticket_key_id')])
    .select(selectDisputeOutcome(sql.ref('orders.payment_id')).as('dispute'))
    .select(['orders.user_id', 'users.name', 'users.surname'])
    .select(['orders.product_name', 'products.photos', 'products.allergens', 'products.is_free_of_allergens'])
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.phone'])
    .select(['sale_places.latitude', 'sale_places.longitude', 'sale_places.time_zone'])
    .where('friend_links.key_hash', '=', keyHash)
    .where('friend_links.taken_back_at', 'is', null)
    .executeTakeFirst();

export type FriendOrderRow = Awaited<ReturnType<typeof findFriendOrder>> & object;

export const deleteLinksOfOrders = (trx: Trx, orderIds: readonly number[]) =>
  trx.deleteFrom('friend_links').where('order_id', '=', sql<number>`any(${orderIds}::int[])`).execute();

export const deleteEndedLinks = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'friend_links', { by: 'ends_at', isDue: sql`ends_at < ${before}` });

/** All links of orders, also those that are void, oldest first. */
const listLinksOfOrders = (db: DbOrTrx, orderIds: readonly number[]) =>
  db
    .selectFrom('friend_links')
    .select(['order_id', 'created_at', 'opened_at', 'taken_back_at'])
    .where('order_id', '=', sql<number>`any(${orderIds}::int[])`)
    .orderBy('id')
    .execute();

export const listFriendLinks = (db: DbOrTrx, orderId: number) => listLinksOfOrders(db, [orderId]);

/** By order id. */
export const loadLinksOfOrders = async (db: DbOrTrx, orderIds: readonly number[]) =>
  Map.groupBy(await listLinksOfOrders(db, orderIds), ({ order_id }) => order_id);
