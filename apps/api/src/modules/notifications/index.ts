import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail.ts';
import { deleteOldNotifications } from './back-on-sale/back-on-sale.queries.ts';
import { notifyFollowers } from './back-on-sale/back-on-sale.ts';
import type { PushJob } from './enqueue-notifications.ts';
import { deleteOldFailures } from './mail/mail-failures.queries.ts';
import { type MailJob, sendMail } from './mail/send-mail.ts';
import { sendPush } from './push/send-push.ts';
import { sendReminder } from './reminders/reminders.ts';

export { registerOutboxPage } from './mail/outbox-page.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { isSellerNotificationEnabled, notifySeller } from './notify-seller.ts';
export { notifyUser } from './notify-user.ts';
export { notificationPersonalData } from './personal-data.queries.ts';
export { scheduleReminders } from './reminders/reminders.ts';

const DAY_MS = 86_400_000;

/** Mails and pushes are sent by jobs, so that callers never wait for a server and failures are retried. */
export async function notificationJobs(context: Context, templates: MailTemplates): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<MailJob>('notifications.send-mail', (mail) => sendMail(context, templates, mail), {
    concurrency: 5,
  });
  await jobs.work<PushJob>('notifications.send-push', (job) => sendPush(context, job), { concurrency: 5 });
  await jobs.work<{ orderId: number }>('notifications.send-reminder', ({ orderId }) =>
    sendReminder(context, orderId),
  );
  await jobs.schedule('* * * * *', 'notifications.notify-followers', () => notifyFollowers(context));
  await jobs.schedule('27 3 * * *', 'notifications.delete-expired-data', async () => {
    await deleteOldNotifications(db, new Date(clock.now().getTime() - DAY_MS));
    await deleteOldFailures(db, new Date(clock.now().getTime() - 14 * DAY_MS));
  });
}
