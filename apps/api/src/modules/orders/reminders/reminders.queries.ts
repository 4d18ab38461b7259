import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { anyOf, preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';

/** Orders, or all of a user; none whose pickup window has begun. */
export const listUpcomingOrders = (
  db: DbOrTrx,
  scope: { orderIds: number[] } | { userId: number },
  now: Date,
) =>
  db
    .selectFrom('orders')
    .select(['id', 'user_id', 'pickup_start', 'created_at'])
    .where('state', '=', 'paid')
    .where('pickup_start', '>', now)
    .where((where) =>
      'orderIds' in scope
        ? where('id', '=', anyOf(scope.orderIds, 'int[]'))
        : where('user_id', '=', scope.userId),
    )
    .modifyEnd(preparedStatementHint)
    .execute();

/** Returns true only the first time for an order. */
export const recordReminder = async (trx: Trx, orderId: number, now: Date): Promise<boolean> =>
  (await trx
    .insertInto('order_reminders')
    .values({ order_id: orderId, notified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;
