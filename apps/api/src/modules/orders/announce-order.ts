import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { scheduleReminders } from './reminders/reminders.ts';
import { notifySellersOfOrders } from './seller/seller-events.ts';

/** Runs in the transaction that creates the order, which so inserts one job for its reminder and its seller. */
export const scheduleAnnouncement = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  orderId: number,
): Promise<void> => jobs.enqueue(trx, 'orders.announce-order', { orderId });

/** Schedules the reminders of new orders and notifies their sellers, or nothing of it. */
export const announceOrders = (context: Context, orderIds: number[]): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await scheduleReminders(context, trx, { orderIds });
    await notifySellersOfOrders(context, trx, orderIds, 'sold');
  });
