import type { Context } from '../../../platform/context.ts';
import type { PushJob } from '../enqueue-notifications.ts';
import { deleteSubscription, findSubscription } from './push-subscriptions.queries.ts';

/** To one browser. One that is gone for good is forgotten; any other failure is tried again while it is news. */
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
