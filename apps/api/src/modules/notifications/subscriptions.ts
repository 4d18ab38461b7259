import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { removeSubscription, saveSubscription } from './push.queries.ts';
import { isBrowserKey, isPushService, isSecret } from './subscription.rules.ts';

const done = { success: true, code: 0 as const };

export async function savePushSubscription(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.savePushSubscription>,
) {
  const { endpoint, keys } = body;
  if (!isPushService(endpoint)) throw invalid('endpoint', 'notifications.service');
  if (!isBrowserKey(keys.p256dh)) throw invalid('keys.p256dh', 'field.format');
  if (!isSecret(keys.auth)) throw invalid('keys.auth', 'field.format');
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
