import { timingSafeEqual } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Actor } from '../../../platform/http/route.ts';
import {
  createBatchLoader,
  precompileQuery,
} from '../../../platform/performance/batched-and-compiled-queries.ts';
import { anyOf, preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';

/** Runs on every authenticated request: each hash is one lookup in the unique index of `tokens`. */
const selectTokensWithUsers = precompileQuery((db, hashes: Buffer[]) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.hash', 'tokens.id as tokenId', 'tokens.expires_at', 'tokens.lifetime_seconds'])
    .select(['users.id', 'users.is_seller as isSeller', 'users.is_partner as isPartner'])
    .select(['users.latitude', 'users.longitude'])
    .where('tokens.hash', '=', anyOf(hashes, 'bytea[]'))
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .modifyEnd(preparedStatementHint),
);

/** Returns the actor and expiry of each token; null for an unknown token. */
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

/** Returns the number of deleted tokens. */
export const deleteTokensExcept = async (
  trx: Trx,
  userId: number,
  keptTokenId: number | null,
): Promise<number> =>
  Number(
    (
      await trx
        .deleteFrom('tokens')
        .where('user_id', '=', userId)
        .$if(keptTokenId !== null, (query) => query.where('id', '!=', keptTokenId!))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/** Of these tokens, those that have not been deleted. */
export const listExistingTokens = async (db: DbOrTrx, ids: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('tokens')
      .select('id')
      .where('id', '=', anyOf([...ids], 'int[]'))
      .execute()
  ).map(({ id }) => id);

/** Until the transaction ends, the token cannot be deleted; undefined when it was. */
export const lockToken = (trx: Trx, id: number) =>
  trx
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select('users.credentials_version')
    .where('tokens.id', '=', id)
    .forKeyShare('tokens')
    .executeTakeFirst();

export const raiseCredentialsVersion = (trx: Trx, userId: number) =>
  trx
    .updateTable('users')
    .set({ credentials_version: sql`credentials_version + 1` })
    .where('id', '=', userId)
    .execute();

export const deleteExpiredCredentials = async (db: DbOrTrx, now: Date) => {
  await db.deleteFrom('tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_flows').where('expires_at', '<=', now).execute();
};

/** Replaces an earlier code of the address. The hash is null until the mail with the code is rendered. */
export const upsertLoginCode = (db: DbOrTrx, email: string, hash: Buffer | null, expiresAt: Date) =>
  db
    .insertInto('login_codes')
    .values({ email, hash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        hash,
        expires_at: expiresAt,
        failed_attempts: 0,
        request_id: sql`excluded.request_id`,
      }),
    )
    .returning('request_id')
    .executeTakeFirstOrThrow();

/** Undefined when the code request has expired or was replaced. */
export const setLoginCodeHash = (db: DbOrTrx, requestId: string, hash: Buffer, now: Date) =>
  db
    .updateTable('login_codes')
    .set({ hash })
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .returning(['email', 'expires_at'])
    .executeTakeFirst();

/** Guesses compared with one code before it is refused. Source: docs/specification.md, Accounts. */
const MAX_CODE_ATTEMPTS = 5;

/**
 * Counts an attempt, then compares, and consumes the code when it is right. The order matters: concurrent
 * guesses queue for the row lock, and a guess that finds no attempts left learns nothing. Returns true at most
 * once per code.
 */
export async function consumeLoginCode(trx: Trx, email: string, hash: Buffer, now: Date): Promise<boolean> {
  const codeRow = await trx
    .updateTable('login_codes')
    .set({ failed_attempts: sql`failed_attempts + 1` })
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('failed_attempts', '<', MAX_CODE_ATTEMPTS)
    .returning('hash')
    .executeTakeFirst();
  if (!codeRow?.hash || !timingSafeEqual(codeRow.hash, hash)) return false;
  await trx.deleteFrom('login_codes').where('email', '=', email).execute();
  return true;
}

export const insertToken = (trx: Trx, token: Insertable<Database['tokens']>) =>
  trx.insertInto('tokens').values(token).execute();

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

export const deleteLoginCode = (trx: Trx, email: string) =>
  trx.deleteFrom('login_codes').where('email', '=', email).execute();
