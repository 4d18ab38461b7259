import type { Insertable } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

export const insertFlow = (db: DbOrTrx, flow: Insertable<Database['social_flows']>) =>
  db.insertInto('social_flows').values(flow).execute();

/** Deletes the flow it returns, so that a callback can use it once. */
export const consumeFlow = (db: DbOrTrx, stateHash: Buffer, browserHash: Buffer, now: Date) =>
  db
    .deleteFrom('social_flows')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['provider', 'nonce', 'code_verifier', 'return_path', 'referral_code', 'language'])
    .executeTakeFirst();

export const findUserBySubject = (trx: Trx, provider: string, subject: string) =>
  trx
    .selectFrom('social_identities')
    .innerJoin('users', 'users.id', 'social_identities.user_id')
    .select(['users.id', 'users.deleted_at'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const insertIdentity = (trx: Trx, identity: Insertable<Database['social_identities']>) =>
  trx
    .insertInto('social_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const listIdentities = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('social_identities')
    .select(['provider', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

export const deleteProviderIdentities = (trx: Trx, userId: number, provider: string) =>
  trx
    .deleteFrom('social_identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();

export const deleteAllIdentities = (trx: Trx, userId: number) =>
  trx.deleteFrom('social_identities').where('user_id', '=', userId).execute();

/** Returns the number of deleted identities. */
export async function deleteOtherIdentities(
  trx: Trx,
  userId: number,
  exceptIdentity: { provider: string; subject: string } | null,
): Promise<number> {
  let query = trx.deleteFrom('social_identities').where('user_id', '=', userId);
  if (exceptIdentity) {
    const { provider, subject } = exceptIdentity;
    query = query.where((where) =>
      where.not(where.and([where('provider', '=', provider), where('subject', '=', subject)])),
    );
  }
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
