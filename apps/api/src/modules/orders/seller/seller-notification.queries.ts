import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';

/** An order for its seller's notification, with the units left in its slot and the holds of it. */
export const findOrderForNotification = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('pickup_slots', 'pickup_slots.id', 'orders.slot_id')
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .select(['orders.seller_id', 'orders.slot_id', 'orders.state', 'orders.product_name'])
    .select(['orders.pickup_start', 'orders.pickup_end', 'users.name', 'users.surname'])
    .select(['sale_places.name as place_name', 'sale_places.time_zone'])
    .select([
      'pickup_slots.left',
      'pickup_slots.quantity',
      'reports.text as report_text',
      'reports.answered_at',
    ])
    .select(
      sql<number>`(select count(*)::int from payments
        where payments.slot_id = orders.slot_id and payments.state = 'pending')`.as('hold_count'),
    )
    .where('orders.id', '=', orderId)
    .executeTakeFirst();

/** True once per slot: after a cancellation the last unit may be sold again. */
export const recordLastUnitNotification = async (trx: Trx, slotId: number, now: Date): Promise<boolean> =>
  (await trx
    .insertInto('sold_out_notifications')
    .values({ slot_id: slotId, notified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slot_id')
    .executeTakeFirst()) !== undefined;
