import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { removeSubscription, saveSubscription } from './push.queries.ts';
import { isBrowserKey, isPushService, isSecret } from './subscription.rules.ts';

const done = { success: true, code: 0 as const };

export function validatePushSubscription({
  body: { endpoint, keys },
}: AcceptedCall<typeof endpoints.savePushSubscription>) {
  const { p256dh, auth } = keys ?? {};
  return {
    endpoint: endpoint !== undefined && !isPushService(endpoint) && 'notifications.service',
    'keys.p256dh': p256dh !== undefined && !isBrowserKey(p256dh) && 'field.format',
    'keys.auth': auth !== undefined && !isSecret(auth) && 'field.format',
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
  return done;
}

export async function removePushSubscription(
  { db }: Context,
  { actor, body }: Call<typeof endpoints.removePushSubscription>,
) {
  await removeSubscription(db, actor.id, body.endpoint);
  return done;
}
