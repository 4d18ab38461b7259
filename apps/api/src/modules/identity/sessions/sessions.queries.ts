import { timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@wopack/contract';
import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Actor } from '../../../platform/http/route.ts';
import {
  createBatchLoader,
  precompileQuery,
} from '../../../platform/performance/batched-and-compiled-queries.ts';
import { anyOf, sharedReadHint } from '../../../platform/performance/prepared-statements.ts';
import { getSessionStartLimit } from '../identity.rules.ts';
import { MAX_CODE_ATTEMPTS, MAX_SHARED_CODE_ATTEMPTS } from './login-codes.rules.ts';

/**
 * The user's part in the business chosen on the device, else in their own, else in the first; not of one that does not
 * sell, or is suspended by a block.
 */
const selectMembership = (eb: ExpressionBuilder<Database, 'tokens' | 'users'>) =>
  eb
    .selectFrom('members')
    .innerJoin('businesses', 'businesses.id', 'members.business_id')
    .select(['members.business_id', 'members.role', 'members.last_seen_at'])
    .select(
      sql<number[] | null>`case when not members.has_all_sale_places then array(
        select sale_place_id from member_sale_places where member_id = members.id) end`.as('sale_place_ids'),
    )
    .whereRef('members.user_id', '=', 'users.id')
    .where(sql<SqlBool>`businesses.is_selling and not businesses.suspended_by_block`)
    .orderBy(sql`members.business_id is not distinct from tokens.business_id`, 'desc')
    .orderBy(sql`members.business_id = members.user_id`, 'desc')
    .orderBy('members.id')
    .limit(sql.lit(1))
    .as('membership');

/** Runs on every authenticated request: each hash is one lookup in the unique index of `tokens`. */
const selectTokensWithUsers = precompileQuery((db, hashes: Buffer[]) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.hash', 'tokens.id as tokenId', 'tokens.expires_at', 'tokens.lifetime_seconds'])
    .select('tokens.created_at')
    .select(['users.id', 'users.is_seller as isSeller', 'users.is_partner as isPartner'])
    .select(sql<boolean>`users.handed_over_at is not null`.as('hasHandedOver'))
    .leftJoinLateral(selectMembership, (join) => join.onTrue())
    .select(['membership.business_id', 'membership.role', 'membership.sale_place_ids'])
    .select('membership.last_seen_at as lastVisitAt')
    .select(['users.latitude', 'users.longitude', 'users.language'])
    .where('tokens.hash', '=', anyOf(hashes, 'bytea[]'))
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .modifyEnd(sharedReadHint),
);

/** Returns the actor and expiry of each token; null for an unknown token. */
export const findActor = createBatchLoader(async (db, tokenHashes: readonly Buffer[]) => {
  const rows = await selectTokensWithUsers(db, [...tokenHashes]);
  return tokenHashes.map((tokenHash) => {
    const row = rows.find(({ hash }) => hash.equals(tokenHash));
    if (!row) return null;
    const {
      hash,
      expires_at,
      lifetime_seconds,
      created_at,
      language,
      business_id,
      role,
      sale_place_ids,
      ...user
    } = row;
    const member =
      business_id === null || role === null
        ? null
        : { businessId: business_id, role, salePlaceIds: sale_place_ids };
    return {
      actor: { ...user, member, device: null } satisfies Actor,
      expiresAt: expires_at,
      lifetimeSeconds: lifetime_seconds,
      createdAt: created_at,
      language,
    };
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

/** The business that the user works for on the device of the token. */
export const setBusinessOfToken = (db: DbOrTrx, id: number, businessId: number) =>
  db.updateTable('tokens').set({ business_id: businessId }).where('id', '=', id).execute();

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

export const deleteExpiredCredentials = async (db: DbOrTrx, now: Date): Promise<void> => {
  const startedBefore = getSessionStartLimit(now);
  await deleteInBatches(db, 'tokens', { by: 'created_at', isDue: sql`created_at <= ${startedBefore}` });
  for (const table of ['tokens', 'login_codes', 'social_flows'] as const)
    await deleteInBatches(db, table, { by: 'expires_at', isDue: sql`expires_at <= ${now}` });
  await deleteInBatches(db, 'login_code_attempts', {
    by: 'request_id',
    isDue: sql`NOT EXISTS (SELECT FROM login_codes WHERE login_codes.request_id = login_code_attempts.request_id)`,
  });
};

export interface LoginCodeKey {
  email: string;
  purpose: CodePurpose;
  /** The account that asked for the code while signed in. */
  userId: number | null;
}

type LoginCodeValues = Pick<
  Insertable<Database['login_codes']>,
  'request_id' | 'hash' | 'failed_attempts' | 'sent_at' | 'sent_count' | 'expires_at'
>;

/** Returns false when there is a code already, maybe an old one. */
export const insertLoginCode = async (
  trx: DbOrTrx,
  { email, purpose, userId }: LoginCodeKey,
  values: LoginCodeValues,
): Promise<boolean> =>
  (await trx
    .insertInto('login_codes')
    .values({ email, purpose, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['email', 'purpose', 'user_id']).doNothing())
    .returning('request_id')
    .executeTakeFirst()) !== undefined;

export const lockLoginCode = (trx: Trx, { email, purpose, userId }: LoginCodeKey) =>
  trx
    .selectFrom('login_codes')
    .select(['request_id', 'user_id', 'hash', 'failed_attempts', 'sent_at', 'sent_count', 'expires_at'])
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .forUpdate()
    .executeTakeFirst();

export const updateLoginCode = (trx: Trx, requestId: string, change: Updateable<Database['login_codes']>) =>
  trx.updateTable('login_codes').set(change).where('request_id', '=', requestId).execute();

export const deleteCodeAttemptsOf = (trx: Trx, requestId: string, source: Buffer) =>
  trx
    .deleteFrom('login_code_attempts')
    .where('request_id', '=', requestId)
    .where('source', '=', source)
    .execute();

/** A code that still works; undefined when it has expired or was replaced or used. */
export const findLoginCode = (db: DbOrTrx, requestId: string, now: Date) =>
  db
    .selectFrom('login_codes')
    .select(['email', 'purpose', 'expires_at'])
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** No code has this id: without a pending code the same statements run with it, so that timing does not reveal one. */
const NO_REQUEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Counts an attempt, then compares, and consumes the code when it is right. The order matters: concurrent
 * guesses queue for the row lock, and a guess that finds no attempts left learns nothing. Returns true at most
 * once per code.
 */
export async function compareLoginCode(
  trx: Trx,
  key: LoginCodeKey,
  hash: Buffer,
  guesser: { source: Buffer; network: Buffer; isRecognisedDevice: boolean },
  now: Date,
): Promise<boolean> {
  const code = await lockLoginCode(trx, key);
  const isAlive = code !== undefined && code.expires_at > now;
  const requestId = isAlive ? code.request_id : NO_REQUEST_ID;
  const isCompared = await countCodeAttempt(trx, requestId, guesser);
  await trx
    .updateTable('login_codes')
    .set({ failed_attempts: sql`failed_attempts + 1` })
    .where('request_id', '=', isCompared ? requestId : NO_REQUEST_ID)
    .execute();
  if (!code || !isCompared || !timingSafeEqual(code.hash, hash)) return false;
  await trx.deleteFrom('login_codes').where('request_id', '=', requestId).execute();
  await trx.deleteFrom('login_code_attempts').where('request_id', '=', requestId).execute();
  return true;
}

/** Returns false when whoever guesses has no attempt left. */
async function countCodeAttempt(
  trx: Trx,
  requestId: string,
  { source, network, isRecognisedDevice }: { source: Buffer; network: Buffer; isRecognisedDevice: boolean },
): Promise<boolean> {
  const row = await trx
    .insertInto('login_code_attempts')
    .columns(['request_id', 'source', 'network', 'attempts'])
    .expression((where) =>
      where
        .selectFrom('login_codes')
        .select(({ val }) => [
          'login_codes.request_id',
          sql<Buffer>`${source}::bytea`.as('source'),
          sql<Buffer>`${network}::bytea`.as('network'),
          val(1).as('attempts'),
        ])
        .where('login_codes.request_id', '=', requestId)
        .where(({ or, eb, not, exists, selectFrom }) =>
          or([
            eb('login_codes.failed_attempts', '<', MAX_SHARED_CODE_ATTEMPTS),
            eb.val(isRecognisedDevice),
            not(
              exists(
                selectFrom('login_code_attempts as others')
                  .select('others.source')
                  .where('others.request_id', '=', requestId)
                  .where('others.network', '=', network),
              ),
            ),
          ]),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['request_id', 'source'])
        .doUpdateSet({ attempts: sql`login_code_attempts.attempts + 1` })
        .where('login_code_attempts.attempts', '<', MAX_CODE_ATTEMPTS),
    )
    .returning('attempts')
    .executeTakeFirst();
  return row !== undefined;
}

export const insertToken = (trx: Trx, token: Insertable<Database['tokens']>) =>
  trx.insertInto('tokens').values(token).execute();

export const listTokens = (db: DbOrTrx, userId: number, now: Date) =>
  db
    .selectFrom('tokens')
    .select(['id', 'device_name', 'created_at', 'expires_at', 'lifetime_seconds'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', getSessionStartLimit(now))
    .orderBy('id')
    .execute();

/** How a session began; undefined when it has ended meanwhile. */
export const findSignIn = (db: DbOrTrx, tokenId: number) =>
  db
    .selectFrom('tokens')
    .select(['created_at', 'is_code_sign_in'])
    .where('id', '=', tokenId)
    .executeTakeFirst();

/** The code that the session began with stands for no further proof. */
export const endCodeSignIn = (trx: Trx, tokenId: number) =>
  trx.updateTable('tokens').set({ is_code_sign_in: false }).where('id', '=', tokenId).execute();

/** Returns false when the user has no such token. */
export async function deleteUserToken(db: DbOrTrx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All codes that were sent to the address, and those the user asked for. */
export const deleteLoginCodes = (trx: Trx, email: string, userId: number) =>
  trx
    .deleteFrom('login_codes')
    .where(({ or, eb }) => or([eb('email', '=', email), eb('user_id', '=', userId)]))
    .execute();
