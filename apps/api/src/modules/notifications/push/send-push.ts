import type { Context } from '../../../platform/context.ts';
import type { PushJob } from '../enqueue-notifications.ts';
import { deleteSubscription, findSubscription } from './push-subscriptions.queries.ts';

/**
 * Sends to one browser. An expired subscription is deleted; other failures are retried until the
 * notification expires.
 */
export async function sendPush(
  { db, clock, push }: Context,
  { subscriptionId, message, until }: PushJob,
): Promise<void> {
  const ttl = Math.floor((Date.parse(until) - clock.now().getTime()) / 1000);
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription || ttl <= 0) return;
  const outcome = await push.send(subscription, message, ttl);
  if (outcome === 'gone') await deleteSubscription(db, subscriptionId);
}
