import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import {
  deleteSubscription,
  deleteSubscriptionByEndpoint,
  findSubscription,
  saveSubscription,
} from './notifications.queries.ts';
import { isAuthSecret, isBrowserKey, isPushService } from './notifications.rules.ts';
import type { PushJob } from './notify.ts';

const SUCCESS_REPLY = { success: true, code: 0 as const };

export function validatePushSubscription({
  body: { endpoint, keys },
}: PartiallyValidCall<typeof endpoints.savePushSubscription>) {
  const { p256dh, auth } = keys ?? {};
  return {
    endpoint: endpoint !== undefined && !isPushService(endpoint) && 'notifications.service',
    'keys.p256dh': p256dh !== undefined && !isBrowserKey(p256dh) && 'field.format',
    'keys.auth': auth !== undefined && !isAuthSecret(auth) && 'field.format',
  };
}

export async function savePushSubscription(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.savePushSubscription>,
) {
  const { endpoint, keys } = body;
  await db.transaction().execute((trx) =>
    saveSubscription(trx, {
      user_id: actor.id,
      token_id: actor.tokenId,
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      created_at: clock.now(),
    }),
  );
  return SUCCESS_REPLY;
}

export async function deletePushSubscription(
  { db }: Context,
  { actor, body }: Call<typeof endpoints.deletePushSubscription>,
) {
  await deleteSubscriptionByEndpoint(db, actor.id, body.endpoint);
  return SUCCESS_REPLY;
}

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
