import type { Insertable } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** A browser has one subscription, which belongs to the user who signed in on it last. */
export async function saveSubscription(
  trx: Trx,
  subscription: Insertable<Database['push_subscriptions']>,
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where((eb) =>
      eb.or([eb('token_id', '=', subscription.token_id), eb('endpoint', '=', subscription.endpoint)]),
    )
    .execute();
  await trx.insertInto('push_subscriptions').values(subscription).execute();
}

export const deleteSubscriptionByEndpoint = (db: DbOrTrx, userId: number, endpoint: string) =>
  db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();

export const deleteSubscription = (db: DbOrTrx, id: number) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute();

export const findSubscription = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Subscriptions of browsers where these users are signed in. */
export const listActiveSubscriptions = (db: DbOrTrx, userIds: number[], now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .select(['push_subscriptions.id', 'push_subscriptions.user_id'])
    .where('push_subscriptions.user_id', 'in', userIds)
    .where('tokens.expires_at', '>', now)
    .execute();
