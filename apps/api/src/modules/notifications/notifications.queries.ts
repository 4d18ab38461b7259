import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { anyOf, sharedReadHint } from '../../platform/performance/prepared-statements.ts';

type Settings = Omit<Insertable<Database['notification_settings']>, 'user_id'>;

/** For users who never changed the settings. Source: docs/specification.md, Stock and Orders. */
export const DEFAULT_SETTINGS = {
  channel: 'mail',
  reminder_minutes: 60,
  quiet_from: '22:00',
  quiet_to: '08:00',
} satisfies Settings;

/** Columns of a left join of `notification_settings` as `settings`, with defaults. */
export const settingsColumns = {
  channel: sql<Settings['channel']>`coalesce(settings.channel, ${sql.lit(DEFAULT_SETTINGS.channel)})`.as(
    'channel',
  ),
  quietFrom: sql<string>`coalesce(settings.quiet_from, ${sql.lit(DEFAULT_SETTINGS.quiet_from)})`.as(
    'quiet_from',
  ),
  quietTo: sql<string>`coalesce(settings.quiet_to, ${sql.lit(DEFAULT_SETTINGS.quiet_to)})`.as('quiet_to'),
};

export async function findSettings(db: DbOrTrx, userId: number): Promise<Settings> {
  const stored = await db
    .selectFrom('notification_settings')
    .select(['channel', 'reminder_minutes', 'quiet_from', 'quiet_to'])
    .where('user_id', '=', userId)
    .modifyEnd(sharedReadHint)
    .executeTakeFirst();
  return stored ?? DEFAULT_SETTINGS;
}

/** Lead times of reminders by user id; 0 for those who want none. */
export async function getReminderMinutes(db: DbOrTrx, userIds: number[]): Promise<Map<number, number>> {
  const stored = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'reminder_minutes'])
    .where('user_id', '=', anyOf(userIds, 'int[]'))
    .modifyEnd(sharedReadHint)
    .execute();
  const defaults = userIds.map((userId) => [userId, DEFAULT_SETTINGS.reminder_minutes] as const);
  return new Map([
    ...defaults,
    ...stored.map(({ user_id, reminder_minutes }) => [user_id, reminder_minutes] as const),
  ]);
}

/** Writes only the settings given, so that a concurrent change of another one is kept. */
export const saveSettings = (
  trx: Trx,
  userId: number,
  { channel, reminder_minutes, quiet_from, quiet_to }: Partial<Settings>,
) =>
  trx
    .insertInto('notification_settings')
    .values({
      user_id: userId,
      channel: channel ?? DEFAULT_SETTINGS.channel,
      reminder_minutes: reminder_minutes ?? DEFAULT_SETTINGS.reminder_minutes,
      quiet_from: quiet_from ?? DEFAULT_SETTINGS.quiet_from,
      quiet_to: quiet_to ?? DEFAULT_SETTINGS.quiet_to,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ channel, reminder_minutes, quiet_from, quiet_to }),
    )
    .execute();

export const findActiveUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

type SellerSettings = Omit<Insertable<Database['seller_notification_settings']>, 'user_id'>;

export type SellerNotificationType = keyof SellerSettings;

/** For sellers who never changed the settings. */
const DEFAULT_SELLER_SETTINGS = {
  sold: 'mail',
  last_sold: 'mail',
  cancelled: 'mail',
  report: 'mail',
} satisfies SellerSettings;

export async function findSellerSettings(db: DbOrTrx, userId: number): Promise<SellerSettings> {
  const stored = await db
    .selectFrom('seller_notification_settings')
    .select(['sold', 'last_sold', 'cancelled', 'report'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return stored ?? DEFAULT_SELLER_SETTINGS;
}

/** Writes only the settings given, so that a concurrent change of another one is kept. */
export const saveSellerSettings = (
  db: DbOrTrx,
  userId: number,
  { sold, last_sold, cancelled, report }: Partial<SellerSettings>,
) =>
  db
    .insertInto('seller_notification_settings')
    .values({
      user_id: userId,
      sold: sold ?? DEFAULT_SELLER_SETTINGS.sold,
      last_sold: last_sold ?? DEFAULT_SELLER_SETTINGS.last_sold,
      cancelled: cancelled ?? DEFAULT_SELLER_SETTINGS.cancelled,
      report: report ?? DEFAULT_SELLER_SETTINGS.report,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sold, last_sold, cancelled, report }))
    .execute();

const sellerChannelColumn = (type: SellerNotificationType) =>
  sql<
    SellerSettings[typeof type]
  >`coalesce(${sql.ref(`seller_settings.${type}`)}, ${sql.lit(DEFAULT_SELLER_SETTINGS[type])})`;

const isVerified = sql<boolean>`users.email_verified_at is not null`.as('is_verified');

/** Address, language, quiet hours and channels of sellers, without deleted accounts. */
export const listSellerRecipients = (db: DbOrTrx, userIds: number[]) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('seller_notification_settings as seller_settings', 'seller_settings.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.language', settingsColumns.quietFrom, settingsColumns.quietTo])
    .select(isVerified)
    .select([
      sellerChannelColumn('sold').as('sold'),
      sellerChannelColumn('last_sold').as('last_sold'),
      sellerChannelColumn('cancelled').as('cancelled'),
      sellerChannelColumn('report').as('report'),
    ])
    .where('users.id', '=', anyOf(userIds, 'int[]'))
    .where('users.deleted_at', 'is', null)
    .modifyEnd(sharedReadHint)
    .execute();

/** Address, language and channel of a user; undefined for a deleted account. */
export const findRecipient = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email', 'users.language', settingsColumns.channel, isVerified])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * How a user is told of what they follow: `off`: by their settings not at all; `unproved`: not before the address is proved,
 * since a mail has words of others.
 */
export async function findDelivery(
  db: DbOrTrx,
  userId: number,
  now: Date,
): Promise<'push' | 'mail' | 'off' | 'unproved'> {
  const recipient = await findRecipient(db, userId);
  if (!recipient || recipient.channel === 'none') return 'off';
  if (recipient.channel === 'push' && (await listActiveSubscriptions(db, [userId], now)).length > 0)
    return 'push';
  return recipient.is_verified ? 'mail' : 'unproved';
}

export const insertFailure = (trx: Trx, failure: Insertable<Database['mail_failures']>) =>
  trx.insertInto('mail_failures').values(failure).execute();

export const listFailures = (db: Db, limit: number) =>
  db
    .selectFrom('mail_failures')
    .select(['id', 'recipient', 'subject', 'mail', 'reason', 'failures', 'failed_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Deletes and returns failures; those without a stored mail stay. */
export const removeResendableFailures = (trx: Trx, ids: number[] | 'all') =>
  trx
    .deleteFrom('mail_failures')
    .where('mail', 'is not', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as number[]))
    .returning(['id', 'mail'])
    .execute();

/** Returns false when there is no such undelivered mail. */
export const removeFailedMail = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.deleteFrom('mail_failures').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;

export const deleteOldFailures = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'mail_failures', { by: 'failed_at', isDue: sql`failed_at < ${before}` });

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

/** Returns whether it was the last active one of its user. Those of a user are locked, so that of two only one is the last. */
export async function deleteSubscription(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number; is_active: boolean }>`
    select other.id, exists (select 1 from tokens where tokens.id = other.token_id and expires_at > ${now}) as is_active
    from push_subscriptions other
    where other.user_id = (select user_id from push_subscriptions where id = ${id})
    order by other.id for update`.execute(trx);
  await trx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
  return rows.some((row) => row.id === id) && !rows.some((row) => row.id !== id && row.is_active);
}

/** A browser's new subscription in place of the one it had. Returns whether that one exists. */
export async function replaceSubscription(
  trx: Trx,
  formerEndpoint: string,
  subscription: Pick<Insertable<Database['push_subscriptions']>, 'endpoint' | 'p256dh' | 'auth'>,
): Promise<boolean> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', subscription.endpoint)
    .where('endpoint', '!=', formerEndpoint)
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('push_subscriptions')
    .set(subscription)
    .where('endpoint', '=', formerEndpoint)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
