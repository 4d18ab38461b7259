import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { hasPasswordColumn } from '../identity.queries.ts';

export const listTokens = (db: DbOrTrx, userId: number, now: Date) =>
  db
    .selectFrom('tokens')
    .select(['id', 'device_name', 'created_at', 'expires_at', 'lifetime_seconds'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();

/** Undefined when the token has ended meanwhile. */
export const tokenCreatedAt = async (db: DbOrTrx, id: number): Promise<Date | undefined> =>
  (await db.selectFrom('tokens').select('created_at').where('id', '=', id).executeTakeFirst())?.created_at;

/** Returns false when the user has no such token. */
export async function deleteUserToken(db: DbOrTrx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deleteOtherTokens = (db: DbOrTrx, userId: number, currentTokenId: number) =>
  db.deleteFrom('tokens').where('user_id', '=', userId).where('id', '!=', currentTokenId).execute();

/** Serialises changes of an account; undefined when the account was deleted meanwhile. */
export const lockUser = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', hasPasswordColumn])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const listUsersDeletedBefore = (db: Db, deletedBefore: Date) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deleted_at', '<=', deletedBefore)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(500)
    .execute();

export const deleteLoginCode = (trx: Trx, email: string) =>
  trx.deleteFrom('login_codes').where('email', '=', email).execute();
