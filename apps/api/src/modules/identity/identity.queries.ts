import { timingSafeEqual } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { precompileQuery } from '../../platform/db/precompiled-query.ts';
import { preparedStatementHint } from '../../platform/db/prepared-statements.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Actor } from '../../platform/http/actor.ts';

/** Runs at every signed-in call: one probe of the tokens' unique index for each. */
const selectTokensWithUsers = precompileQuery((db, hashes: Buffer[]) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.hash', 'tokens.id as tokenId', 'tokens.expires_at', 'tokens.lifetime_seconds'])
    .select(['users.id', 'users.is_owner as isOwner', 'users.is_partner as isPartner'])
    .select(['users.latitude', 'users.longitude'])
    .where('tokens.hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('users.deleted_at', 'is', null)
    .modifyEnd(preparedStatementHint),
);

/** Who a token belongs to, and until when; null when nobody. */
export const findActor = createBatchLoader(async (db, tokenHashes: readonly Buffer[]) => {
  const rows = await selectTokensWithUsers(db, [...tokenHashes]);
  return tokenHashes.map((tokenHash) => {
    const row = rows.find(({ hash }) => hash.equals(tokenHash));
    if (!row) return null;
    const { hash, expires_at: expiresAt, lifetime_seconds: lifetimeSeconds, ...actor } = row;
    return { actor: actor satisfies Actor, expiresAt, lifetimeSeconds };
  });
});

export const extendToken = (db: DbOrTrx, id: number, expiresAt: Date) =>
  db.updateTable('tokens').set({ expires_at: expiresAt }).where('id', '=', id).execute();

export const deleteToken = (db: DbOrTrx, id: number) =>
  db.deleteFrom('tokens').where('id', '=', id).execute();

/** Answers how many there were. */
export const deleteAllTokens = async (trx: Trx, userId: number): Promise<number> =>
  Number((await trx.deleteFrom('tokens').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows);

export const deleteExpiredCredentials = async (db: DbOrTrx, now: Date) => {
  await db.deleteFrom('tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_flows').where('expires_at', '<=', now).execute();
};

export const findUserByEmail = (db: DbOrTrx, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email_verified_at', 'deleted_at'])
    .where('email', '=', email)
    .executeTakeFirst();

/** What a password is compared with; read by no other query. */
const selectCredentials = (db: DbOrTrx) =>
  db.selectFrom('users').select(['id', 'password_hash', 'email_verified_at']);

export const getCredentials = (db: DbOrTrx, id: number) =>
  selectCredentials(db).where('id', '=', id).executeTakeFirstOrThrow();

export const findCredentialsByEmail = (db: DbOrTrx, email: string) =>
  selectCredentials(db).where('email', '=', email).executeTakeFirst();

export const hasPasswordColumn = sql<boolean>`users.password_hash is not null`.as('has_password');

export const getContact = (db: DbOrTrx, id: number) =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', id).executeTakeFirstOrThrow();

export const getUser = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'sname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_owner', 'is_partner', 'language', hasPasswordColumn])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** All that is kept of a user, without what would be of some use to a thief. */
export const getUserForExport = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'sname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_owner', 'is_partner', 'language', 'ref_code', 'referred_by'])
    .select(['terms_accepted_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The partner a referral code belongs to, while they take part. */
export const findPartnerByRefCode = (db: DbOrTrx, refCode: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('ref_code', '=', refCode)
    .where('is_partner', '=', true)
    .executeTakeFirst();

/** A request for a code replaces the one before. Without a hash: the code is made when it is sent. */
export const upsertLoginCode = (db: DbOrTrx, email: string, hash: Buffer | null, expiresAt: Date) =>
  db
    .insertInto('login_codes')
    .values({ email, hash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        hash,
        expires_at: expiresAt,
        wrong_tries: 0,
        request_id: sql`excluded.request_id`,
      }),
    )
    .returning('request_id')
    .executeTakeFirstOrThrow();

/** Undefined when the request is over or was replaced. */
export const setLoginCodeHash = (db: DbOrTrx, requestId: string, hash: Buffer, now: Date) =>
  db
    .updateTable('login_codes')
    .set({ hash })
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .returning(['email', 'expires_at'])
    .executeTakeFirst();

/** Most guesses that are compared with one code. Source: docs/specification.md, Accounts. */
const MAX_CODE_TRIES = 5;

/**
 * Counts a try, then compares, and uses the code up if it is the right one. The order matters: guesses made at once
 * queue for the row, and whoever finds the tries used up is told nothing. True at most once a code.
 */
export async function consumeLoginCode(trx: Trx, email: string, hash: Buffer, now: Date): Promise<boolean> {
  const codeRow = await trx
    .updateTable('login_codes')
    .set({ wrong_tries: sql`wrong_tries + 1` })
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', MAX_CODE_TRIES)
    .returning('hash')
    .executeTakeFirst();
  if (!codeRow?.hash || !timingSafeEqual(codeRow.hash, hash)) return false;
  await trx.deleteFrom('login_codes').where('email', '=', email).execute();
  return true;
}

/** Packs of this seller that are paid and not collected, or that somebody is paying for at this moment. */
export const hasOpenOrdersOrHolds = async (db: DbOrTrx, sellerId: number): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'paid')
    .unionAll(
      db
        .selectFrom('payments')
        .innerJoin('products', 'products.id', 'payments.product_id')
        .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
        .select('payments.id')
        .where('sale_places.owner_id', '=', sellerId)
        .where('payments.state', '=', 'pending'),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type UserUpdate = Updateable<Database['users']>;

export const updateUser = (db: DbOrTrx, id: number, change: UserUpdate) =>
  db.updateTable('users').set(change).where('id', '=', id).execute();

/** Undefined when the address has an account already. */
export const insertUser = (trx: Trx, user: Insertable<Database['users']>) =>
  trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();

export const insertToken = (trx: Trx, token: Insertable<Database['tokens']>) =>
  trx.insertInto('tokens').values(token).execute();
