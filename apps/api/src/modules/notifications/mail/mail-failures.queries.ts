import type { Insertable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

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

export const deleteOldFailures = (db: DbOrTrx, before: Date) =>
  db.deleteFrom('mail_failures').where('failed_at', '<', before).execute();
