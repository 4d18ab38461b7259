import type { Insertable } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { wished } from './settings.queries.ts';

type Settings = Omit<Insertable<Database['seller_notification_settings']>, 'user_id'>;

/** What sellers may be told of. */
export type SellerMatter = keyof Settings;

/** Of whoever never chose. */
const usual = { sold: 'mail', last_sold: 'mail', cancelled: 'mail', report: 'mail' } satisfies Settings;

export async function findSellerSettings(db: DbOrTrx, userId: number): Promise<Settings> {
  const found = await db
    .selectFrom('seller_notification_settings')
    .select(['sold', 'last_sold', 'cancelled', 'report'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found ?? usual;
}

export const saveSellerSettings = (
  db: DbOrTrx,
  userId: number,
  { sold, last_sold, cancelled, report }: Settings,
) =>
  db
    .insertInto('seller_notification_settings')
    .values({ user_id: userId, sold, last_sold, cancelled, report })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sold, last_sold, cancelled, report }))
    .execute();

/** A seller's address, language and quiet hours; undefined when they left. */
export const findSeller = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as wish', 'wish.user_id', 'users.id')
    .select(['users.email', 'users.language', wished.quietFrom, wished.quietTo])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
