import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { DEFAULT_SETTINGS, settingsColumns } from '../settings.queries.ts';

const reminderMinutes =
  sql<number>`coalesce(settings.reminder_minutes, ${sql.lit(DEFAULT_SETTINGS.reminder_minutes)})`.as(
    'minutes',
  );

/** Open orders with the buyer's reminder lead time. */
const selectOpenOrders = (db: DbOrTrx) =>
  db
    .selectFrom('orders')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'orders.user_id')
    .select(['orders.id', 'orders.pickup_start', reminderMinutes])
    .where('orders.state', '=', 'paid');

/** One order, or all of a user. */
export const listUpcomingOrders = (db: DbOrTrx, scope: { orderId: number } | { userId: number }, now: Date) =>
  selectOpenOrders(db)
    .where('orders.pickup_start', '>', now)
    .where((where) =>
      'orderId' in scope
        ? where('orders.id', '=', scope.orderId)
        : where('orders.user_id', '=', scope.userId),
    )
    .execute();

/** Undefined when the order is not open any more. */
export const findOpenOrder = (db: DbOrTrx, id: number) =>
  selectOpenOrders(db)
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places as place', 'place.id', 'orders.sale_place_id')
    .select(['orders.user_id', 'orders.product_name as name', 'orders.pickup_end', settingsColumns.channel])
    .select(['users.email', 'users.language', 'place.name as place', 'place.address', 'place.time_zone'])
    .where('orders.id', '=', id)
    .executeTakeFirst();

/** Returns true only the first time for an order. */
export const recordReminder = async (trx: Trx, orderId: number, now: Date): Promise<boolean> =>
  (await trx
    .insertInto('order_reminders')
    .values({ order_id: orderId, notified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;
