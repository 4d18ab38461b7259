import type { DbOrTrx } from '../../platform/db/database.ts';
import { settingsColumns } from './settings/settings.queries.ts';

/** Who is to be told something, and how they want it. */
export const findRecipient = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as wish', 'wish.user_id', 'users.id')
    .select(['users.email', 'users.language', settingsColumns.channel])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
