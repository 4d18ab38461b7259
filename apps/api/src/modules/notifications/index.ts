import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail.ts';
import { dropOldNotices } from './back-on-sale.queries.ts';
import { tellFollowers } from './back-on-sale.ts';
import { dropFailures } from './mail-failures.queries.ts';
import { remind } from './reminders.ts';
import { type MailJob, sendMail } from './send-mail.ts';
import { sendPush } from './send-push.ts';
import type { PushJob } from './tell.ts';

export { notificationKeeper } from './keeper.queries.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { outboxPage } from './outbox-page.ts';
export { planReminders } from './reminders.ts';
export { tellPerson } from './tell-person.ts';
export { tellSeller, wantsNews } from './tell-seller.ts';

const DAY_MS = 86_400_000;

/** Mail and push leave by jobs: what asked for them never waits for a server, and a refusal is tried again. */
export async function notificationJobs(context: Context, templates: MailTemplates): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<MailJob>('mail', (mail) => sendMail(context, templates, mail), { atOnce: 5 });
  await jobs.work<PushJob>('push', (job) => sendPush(context, job), { atOnce: 5 });
  await jobs.work<{ orderId: number }>('notifications.remind', ({ orderId }) => remind(context, orderId));
  await jobs.every('* * * * *', 'notifications.back-on-sale', () => tellFollowers(context));
  await jobs.every('27 3 * * *', 'notifications.clean', async () => {
    await dropOldNotices(db, new Date(clock.now().getTime() - DAY_MS));
    await dropFailures(db, new Date(clock.now().getTime() - 14 * DAY_MS));
  });
}
