import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { type MailJob, sendMail } from './mail/send-mail.ts';
import { deleteOldFailures, deleteSubscription, findSubscription } from './notifications.queries.ts';
import type { PushJob } from './notify.ts';

const DAY_MS = 86_400_000;

/** Mails and pushes are sent by jobs, so that callers never wait for a server and failures are retried. */
export async function notificationJobs(context: Context, templates: MailTemplates): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<MailJob>('notifications.send-mail', (mail) => sendMail(context, templates, mail), {
    concurrency: 5,
  });
  await jobs.work<PushJob>('notifications.send-push', (job) => sendPush(context, job), { concurrency: 5 });
  await jobs.schedule('27 3 * * *', 'notifications.delete-expired-data', async () => {
    await deleteOldFailures(db, new Date(clock.now().getTime() - 14 * DAY_MS));
  });
}

/**
 * Sends to one browser. An expired subscription is deleted; other failures are retried until the
 * notification expires.
 */
async function sendPush(
  { db, clock, push }: Context,
  { subscriptionId, message, until }: PushJob,
): Promise<void> {
  const ttl = Math.floor((Date.parse(until) - clock.now().getTime()) / 1000);
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription || ttl <= 0) return;
  const outcome = await push.send(subscription, message, ttl);
  if (outcome === 'gone') await deleteSubscription(db, subscriptionId);
}
