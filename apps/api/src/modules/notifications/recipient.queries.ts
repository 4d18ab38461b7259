import type { DbOrTrx } from '../../platform/db/database.ts';
import { settingsColumns } from './settings/settings.queries.ts';

/** Address, language and channel of a user; undefined for a deleted account. */
export const findRecipient = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email', 'users.language', settingsColumns.channel])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
