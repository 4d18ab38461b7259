import {
  type MemberRole,
  memberRoles,
  type SellerNotificationType,
  sellerNotificationRights,
} from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import type { BusinessScope } from '../../platform/db/business-scope.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { anyOf, sharedReadHint } from '../../platform/performance/prepared-statements.ts';
import { getDefaultChannel } from './notifications.rules.ts';

type Settings = Omit<Insertable<Database['notification_settings']>, 'user_id' | 'asks_value'> & {
  asks_value: boolean;
};

/** What holds until a user changes a setting. Source: docs/specification.md, Stock and Orders. */
export const DEFAULT_SETTINGS = {
  channel: 'mail',
  reminder_minutes: 60,
  quiet_from: '22:00',
  quiet_to: '08:00',
  asks_value: true,
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
    .select(['channel', 'reminder_minutes', 'quiet_from', 'quiet_to', 'asks_value'])
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
  { channel, reminder_minutes, quiet_from, quiet_to, asks_value }: Partial<Settings>,
) =>
  trx
    .insertInto('notification_settings')
    .values({
      user_id: userId,
      channel: channel ?? DEFAULT_SETTINGS.channel,
      reminder_minutes: reminder_minutes ?? DEFAULT_SETTINGS.reminder_minutes,
      quiet_from: quiet_from ?? DEFAULT_SETTINGS.quiet_from,
      quiet_to: quiet_to ?? DEFAULT_SETTINGS.quiet_to,
      asks_value: asks_value ?? DEFAULT_SETTINGS.asks_value,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ channel, reminder_minutes, quiet_from, quiet_to, asks_value }),
    )
    .execute();

export const findActiveUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

type SellerChannels = Record<SellerNotificationType, 'push' | 'mail' | 'none'>;

const sellerTypes = Object.keys(sellerNotificationRights) as SellerNotificationType[];

/** What a member chose; without that, what their role is told of. */
const sellerChannel = (type: SellerNotificationType) => {
  const byRole = sql.join(
    memberRoles.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(getDefaultChannel(role, type))}`),
    sql` `,
  );
  return sql<
    SellerChannels[typeof type]
  >`coalesce(${sql.ref(`settings.${type}`)}, case members.role ${byRole} end)`;
};

const sellerChannels = {
  sold: sellerChannel('sold').as('sold'),
  last_sold: sellerChannel('last_sold').as('last_sold'),
  cancelled: sellerChannel('cancelled').as('cancelled'),
  report: sellerChannel('report').as('report'),
  draw: sellerChannel('draw').as('draw'),
  stock_question: sellerChannel('stock_question').as('stock_question'),
};

/** Those chosen that are still there; null: all. */
const chosenSalePlaceIds = sql<number[] | null>`case when settings.sale_place_ids is not null then array(
  select id from sale_places where id = any(settings.sale_place_ids) and removed_at is null order by id) end`;

const selectSellerSettings = (db: DbOrTrx) =>
  db
    .selectFrom('members')
    .leftJoin('member_notification_settings as settings', 'settings.member_id', 'members.id')
    .select(['members.id', 'members.business_id', 'members.user_id', 'members.role'])
    .select(Object.values(sellerChannels))
    .select(sql<number>`coalesce(settings.low_stock_units, 0)`.as('low_stock_units'))
    .select(chosenSalePlaceIds.as('chosen_sale_place_ids'));

export const findSellerSettings = (db: DbOrTrx, businessId: number, userId: number) =>
  selectSellerSettings(db)
    .where('members.business_id', '=', businessId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst();

/** Has a row for each business that the user is a member of. */
export const listSellerSettings = (db: DbOrTrx, userId: number) =>
  selectSellerSettings(db).where('members.user_id', '=', userId).orderBy('members.id').execute();

type SellerSettings = SellerChannels & {
  low_stock_units: number;
  sale_place_ids: readonly number[] | null;
};

/** Writes only the settings given, so that a concurrent change of another one is kept. */
export async function saveSellerSettings(
  trx: Trx,
  { id: memberId, role }: { id: number; role: MemberRole },
  { sale_place_ids: salePlaceIds, low_stock_units: lowStockUnits, ...channels }: Partial<SellerSettings>,
): Promise<void> {
  const channelChanges = Object.fromEntries(
    sellerTypes.flatMap((type) => (channels[type] ? [[type, channels[type]]] : [])),
  );
  const defaults = Object.fromEntries(
    sellerTypes.map((type) => [type, getDefaultChannel(role, type)]),
  ) as SellerChannels;
  const chosen = {
    ...(salePlaceIds !== undefined && { sale_place_ids: salePlaceIds && [...salePlaceIds] }),
    ...(lowStockUnits !== undefined && { low_stock_units: lowStockUnits }),
  };
  await trx
    .insertInto('member_notification_settings')
    .values({ member_id: memberId, ...defaults, ...channelChanges, ...chosen })
    .onConflict((conflict) => {
      const target = conflict.column('member_id');
      return Object.keys({ ...channelChanges, ...chosen }).length
        ? target.doUpdateSet({ ...channelChanges, ...chosen })
        : target.doNothing();
    })
    .execute();
}

/** Sale places of a business that are not removed. */
export const listSalePlaceIds = async (db: DbOrTrx, { businessId, salePlaceIds }: BusinessScope) =>
  (
    await db
      .selectFrom('sale_places')
      .select('id')
      .where('seller_id', '=', businessId)
      .where('removed_at', 'is', null)
      .$if(salePlaceIds !== null, (query) => query.where('id', '=', anyOf([...salePlaceIds!], 'int[]')))
      .execute()
  ).map(({ id }) => id);

const isVerified = sql<boolean>`users.email_verified_at is not null`.as('is_verified');

/**
 * Members of businesses with what they are told of, their address, language and quiet hours; without deleted accounts.
 * Others than the founder only while they could act for the business.
 */
export const listMembersToNotify = (db: DbOrTrx, businessIds: number[]) =>
  selectSellerSettings(db)
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('businesses', 'businesses.id', 'members.business_id')
    .leftJoin('notification_settings as quiet', 'quiet.user_id', 'users.id')
    .select(['users.email', 'users.language', isVerified])
    .select(sql<string>`coalesce(quiet.quiet_from, ${sql.lit(DEFAULT_SETTINGS.quiet_from)})`.as('quiet_from'))
    .select(sql<string>`coalesce(quiet.quiet_to, ${sql.lit(DEFAULT_SETTINGS.quiet_to)})`.as('quiet_to'))
    .select(
      sql<number[] | null>`case when not members.has_all_sale_places then array(
        select sale_place_id from member_sale_places where member_id = members.id) end`.as('sale_place_ids'),
    )
    .select(
      sql<boolean>`exists (select from members as other
        where other.user_id = members.user_id and other.id <> members.id)`.as('has_other_business'),
    )
    .where('members.business_id', '=', anyOf(businessIds, 'int[]'))
    .where('users.deleted_at', 'is', null)
    .where(
      sql<boolean>`(members.user_id = members.business_id
        or (users.blocked_at is null and businesses.is_selling and not businesses.suspended_by_block))`,
    )
    .orderBy('members.id')
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

/** Who is signed in on the browser with this subscription. */
export const findSubscriber = (db: DbOrTrx, endpoint: string, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select(['users.id', 'users.language'])
    .where('push_subscriptions.endpoint', '=', endpoint)
    .where('tokens.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
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
