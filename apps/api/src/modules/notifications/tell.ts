import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { TextMail } from '../../platform/mail.ts';
import type { PushMessage } from '../../platform/push.ts';
import { subscriptionsOf } from './push.queries.ts';

/** One piece of news for one person, ready for either way. */
export interface News {
  userId: number;
  channel: 'push' | 'mail';
  mail: TextMail;
  push: PushMessage;
  /** From then on it is no news any more. */
  until: Date;
}

export interface PushJob {
  subscriptionId: number;
  message: PushMessage;
  /** ISO */
  until: string;
}

/** In the transaction that writes down that they were told: a push to each of their browsers; without one, a mail. */
export async function tell({ jobs, clock }: Context, trx: Trx, list: readonly News[]): Promise<void> {
  const pushed = list.filter(({ channel }) => channel === 'push').map(({ userId }) => userId);
  const subscriptions = pushed.length
    ? Map.groupBy(await subscriptionsOf(trx, pushed, clock.now()), (row) => row.user_id)
    : new Map<number, { id: number }[]>();
  const browsersOf = ({ channel, userId }: News) =>
    channel === 'push' ? (subscriptions.get(userId) ?? []) : [];
  const pushes = list.flatMap((news) =>
    browsersOf(news).map(
      ({ id }): PushJob => ({
        subscriptionId: id,
        message: news.push,
        until: news.until.toISOString(),
      }),
    ),
  );
  const mails = list
    .filter((news) => browsersOf(news).length === 0)
    // What somebody needs to know is as good late.
    .map(({ mail, until }): TextMail => (mail.unsubscribe ? { ...mail, until: until.toISOString() } : mail));
  await jobs.enqueueAll(trx, 'push', pushes);
  await jobs.enqueueAll(trx, 'mail', mails);
}
