import type { Insertable } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { settingsColumns } from './settings.queries.ts';

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

export const saveSellerSettings = (
  db: DbOrTrx,
  userId: number,
  { sold, last_sold, cancelled, report }: SellerSettings,
) =>
  db
    .insertInto('seller_notification_settings')
    .values({ user_id: userId, sold, last_sold, cancelled, report })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sold, last_sold, cancelled, report }))
    .execute();

/** Address, language and quiet hours of a seller; undefined for a deleted account. */
export const findSellerRecipient = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email', 'users.language', settingsColumns.quietFrom, settingsColumns.quietTo])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
