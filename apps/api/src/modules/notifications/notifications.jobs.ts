import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { sendMail } from './mail/send-mail.ts';
import { deleteOldFailures, deleteSubscription, findSubscription } from './notifications.queries.ts';
import type { PushJob } from './notify.ts';

/** Mails and pushes are sent by jobs, so that callers never wait for a server and failures are retried. */
export async function notificationJobs(context: Context, templates: MailTemplates): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work('notifications.send-mail', (mail) => sendMail(context, templates, mail), {
    concurrency: 5,
  });
  await jobs.work('notifications.send-push', (job) => sendPush(context, job), { concurrency: 5 });
  await jobs.schedule('27 3 * * *', 'notifications.delete-expired-data', async () => {
    await deleteOldFailures(db, new Date(clock.now().getTime() - 14 * DAY_MS));
  });
}

/**
 * Sends to one browser. An expired subscription is deleted; if it was the user's last one, the message goes by mail.
 * Other failures are retried until the notification expires.
 */
async function sendPush(
  { db, clock, push, jobs }: Context,
  { subscriptionId, message, mail, until }: PushJob,
): Promise<void> {
  const ttl = Math.floor((Date.parse(until) - clock.now().getTime()) / 1000);
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription || ttl <= 0) return;
  const outcome = await push.send(subscription, message, ttl);
  if (outcome !== 'gone') return;
  await db.transaction().execute(async (trx) => {
    const isLast = await deleteSubscription(trx, subscriptionId, clock.now());
    if (isLast && mail) await jobs.enqueue(trx, 'notifications.send-mail', mail);
  });
}
