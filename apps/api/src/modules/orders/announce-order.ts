import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { scheduleReminders } from './reminders/reminders.ts';
import { notifySellerOfOrder } from './seller/seller-events.ts';

/** Runs in the transaction that creates the order, which so inserts one job for its reminder and its seller. */
export const scheduleAnnouncement = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  orderId: number,
): Promise<void> => jobs.enqueue(trx, 'orders.announce-order', { orderId });

/** Schedules the reminder of a new order and notifies its seller, or neither. */
export const announceOrder = (context: Context, orderId: number): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await scheduleReminders(context, trx, { orderId });
    await notifySellerOfOrder(context, trx, { orderId, event: 'sold' });
  });
