import { MINUTE_MS, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { composeMail } from '../../platform/mail/mail.ts';
import {
  composePush,
  enqueueNotifications,
  findSettings,
  getReminderMinutes,
} from '../notifications/index.ts';
import { buildMailValues } from './order-view.ts';
import { findForMail, listUpcomingOrders, recordMark } from './orders.queries.ts';

const subtractMinutes = (start: Date, minutes: number) => new Date(start.getTime() - minutes * MINUTE_MS);

/**
 * Schedules the reminders of new orders, or those of a user who changed the lead time. Several jobs may be
 * scheduled for an order: `sendReminder` decides which one applies.
 */
export async function scheduleReminders(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  scope: { orderIds: number[] } | { userId: number },
): Promise<void> {
  const now = clock.now();
  const orders = await listUpcomingOrders(trx, scope, now);
  if (orders.length === 0) return;
  const buyerIds = [...new Set(orders.map(({ user_id }) => user_id))];
  const leadTimes = await getReminderMinutes(trx, buyerIds);
  const reminders = orders.flatMap(({ id, user_id, pickup_start, created_at }) => {
    const minutes = leadTimes.get(user_id)!;
    const startAfter = subtractMinutes(pickup_start, minutes);
    // The reminder of a new order may be due before the job that schedules it runs.
    const isAhead = startAfter > ('orderIds' in scope ? created_at : now);
    return minutes > 0 && isAhead ? [{ data: { orderId: id }, startAfter }] : [];
  });
  await jobs.enqueueAll(trx, 'orders.send-reminder', reminders);
}

/**
 * Sends at most once an order; not when it was cancelled or collected, nor earlier than the present lead
 * time.
 */
export async function sendReminder(context: Context, orderId: number): Promise<void> {
  const { db, clock, config } = context;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const order = await findForMail(trx, orderId);
    if (order?.state !== 'paid' || now >= order.pickup_start) return;
    // A friend collects it, and has the PIN.
    if (order.opened_at) return;
    const { channel, reminder_minutes: minutes } = await findSettings(trx, order.user_id);
    if (minutes === 0 || now < subtractMinutes(order.pickup_start, minutes)) return;
    if (!(await recordMark(trx, 'order_reminders', orderId, now))) return;
    const language = pickLanguage(order.language);
    const url = `/orders/${orderId}`;
    const values = { ...buildMailValues(order, language, now), url: config.publicUrl + url };
    await enqueueNotifications(context, trx, [
      {
        userId: order.user_id,
        // Channel 'none' applies to optional notifications, not to reminders.
        channel: channel === 'push' ? 'push' : 'mail',
        mail: {
          to: order.email,
          ...composeMail('reminder', language, values),
          unsubscribe: { what: 'reminders', userId: order.user_id },
        },
        push: composePush('reminder', language, values, { url, tag: `order-${orderId}` }),
        until: order.pickup_end,
      },
    ]);
  });
}
