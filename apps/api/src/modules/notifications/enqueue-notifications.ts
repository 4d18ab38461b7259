import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { TextMail } from '../../platform/mail.ts';
import type { PushMessage } from '../../platform/push.ts';
import { listActiveSubscriptions } from './push/push-subscriptions.queries.ts';

/** A notification for one user, with its texts for both channels. */
export interface Notification {
  userId: number;
  channel: 'push' | 'mail';
  mail: TextMail;
  push: PushMessage;
  /** Not delivered after this instant. */
  until: Date;
}

export interface PushJob {
  subscriptionId: number;
  message: PushMessage;
  /** ISO 8601. */
  until: string;
}

/**
 * Runs in the transaction that records the notification: a push to each browser of the user, or a mail if
 * there is none.
 */
export async function enqueueNotifications(
  { jobs, clock }: Context,
  trx: Trx,
  notifications: readonly Notification[],
): Promise<void> {
  const pushUserIds = notifications.filter(({ channel }) => channel === 'push').map(({ userId }) => userId);
  const subscriptionsByUser = pushUserIds.length
    ? Map.groupBy(await listActiveSubscriptions(trx, pushUserIds, clock.now()), (row) => row.user_id)
    : new Map<number, { id: number }[]>();
  const subscriptionsFor = ({ channel, userId }: Notification) =>
    channel === 'push' ? (subscriptionsByUser.get(userId) ?? []) : [];
  const pushJobs = notifications.flatMap((notification) =>
    subscriptionsFor(notification).map(
      ({ id }): PushJob => ({
        subscriptionId: id,
        message: notification.push,
        until: notification.until.toISOString(),
      }),
    ),
  );
  const mails = notifications
    .filter((notification) => subscriptionsFor(notification).length === 0)
    // Transactional mails (without an unsubscribe link) are sent however late.
    .map(({ mail, until }): TextMail => (mail.unsubscribe ? { ...mail, until: until.toISOString() } : mail));
  await jobs.enqueueAll(trx, 'notifications.send-push', pushJobs);
  await jobs.enqueueAll(trx, 'notifications.send-mail', mails);
}
