import { timingSafeEqual } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { BusinessCountry, Database } from '../../platform/db/schema.ts';
import type { Actor } from '../../platform/http/route.ts';
import { anyOf, preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { createBatchLoader, precompileQuery } from '../../platform/performance/queries.ts';

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

export const deleteToken = (db: DbOrTrx, id: number) =>
  db.deleteFrom('tokens').where('id', '=', id).execute();

/** Returns the number of deleted tokens. */
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

/** The only query that reads the password hash. */
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
    .select(['id', 'name', 'surname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_seller', 'is_partner', 'language', hasPasswordColumn])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** All stored columns of a user except secrets (hashes). */
export const getUserForExport = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_seller', 'is_partner', 'language', 'referral_code', 'referred_by'])
    .select(['terms_accepted_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Only a user who has the partner role now. */
export const findPartnerByReferralCode = (db: DbOrTrx, referralCode: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', referralCode)
    .where('is_partner', '=', true)
    .executeTakeFirst();

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

/** Whether the seller has paid orders not collected, and holds of buyers. */
export const findOrdersAndHolds = (
  db: DbOrTrx,
  sellerId: number,
): Promise<{ orders: boolean; holds: boolean }> =>
  db
    // One statement reads one snapshot, so a hold that becomes an order meanwhile is not missed.
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb.selectFrom('orders').select('id').where('seller_id', '=', sellerId).where('state', '=', 'paid'),
        )
        .as('orders'),
      eb
        .exists(
          eb
            .selectFrom('payments')
            .innerJoin('products', 'products.id', 'payments.product_id')
            .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
            .select('payments.id')
            .where('sale_places.seller_id', '=', sellerId)
            .where('payments.state', '=', 'pending'),
        )
        .as('holds'),
    ])
    .$narrowType<{ orders: boolean; holds: boolean }>()
    .executeTakeFirstOrThrow();

export type UserUpdate = Updateable<Database['users']>;

export const updateUser = (db: DbOrTrx, id: number, change: UserUpdate) =>
  db.updateTable('users').set(change).where('id', '=', id).execute();

/** Undefined when the e-mail address has an account already. */
export const insertUser = (trx: Trx, user: Insertable<Database['users']>) =>
  trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();

export const isBlocked = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Returns false when the user has entered no legal identity. */
export const verifyBusiness = async (trx: Trx, userId: number, now: Date): Promise<boolean> =>
  (
    await trx
      .updateTable('businesses')
      .set({ verified_at: now })
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

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

export const deleteOtherTokens = (db: DbOrTrx, userId: number, currentTokenId: number) =>
  db.deleteFrom('tokens').where('user_id', '=', userId).where('id', '!=', currentTokenId).execute();

/** Serialises changes of an account; undefined when the account was deleted meanwhile. */
export const lockUser = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'blocked_at', hasPasswordColumn])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .modifyEnd(preparedStatementHint)
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

/** What tax authorities ask of a seller besides the legal identity; null: does not apply to this kind. */
export interface TaxIdentity {
  kind: 'person' | 'company';
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  register_number: string | null;
  tax_number: string;
  tax_country: BusinessCountry;
  post_code: string;
  city: string;
}

/** Legal identity of a user; undefined until they have entered it. */
export const findBusiness = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('businesses')
    .select(['legal_name', 'address', 'country', 'vat_number'])
    .select(['kind', 'first_name', 'last_name', 'birth_date', 'register_number'])
    .select(['tax_number', 'tax_country', 'post_code', 'city'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** By user id, of those who entered one. */
export async function loadLegalNames(db: DbOrTrx, userIds: number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('businesses')
    .select(['user_id', 'legal_name'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.legal_name]));
}

export const upsertBusiness = (
  db: DbOrTrx,
  userId: number,
  {
    legal_name,
    address,
    country,
    vat_number,
    updated_at,
    tax,
  }: Pick<
    Insertable<Database['businesses']>,
    'legal_name' | 'address' | 'country' | 'vat_number' | 'updated_at'
  > & {
    /** Null leaves it as it is. */
    tax: TaxIdentity | null;
  },
) => {
  const change = {
    ...{ legal_name, address, country, vat_number, updated_at },
    // A checked identity is no longer the one that was checked.
    verified_at: null,
    ...(tax && {
      kind: tax.kind,
      first_name: tax.first_name,
      last_name: tax.last_name,
      birth_date: tax.birth_date,
      register_number: tax.register_number,
      tax_number: tax.tax_number,
      tax_country: tax.tax_country,
      post_code: tax.post_code,
      city: tax.city,
    }),
  };
  return db
    .insertInto('businesses')
    .values({ user_id: userId, ...change, retain_until: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
};

/**
 * Of a user without earnings the legal identity is deleted; otherwise it is retained until the end of the
 * legal retention.
 */
export async function retainOrDeleteBusiness(trx: Trx, userId: number, until: Date): Promise<void> {
  const firstEarning = await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('ledger_entries.id')
    .where('ledger_accounts.user_id', '=', userId)
    .where('ledger_accounts.account_kind', '!=', 'buyer')
    .limit(1)
    .executeTakeFirst();
  await (firstEarning
    ? trx.updateTable('businesses').set({ retain_until: until }).where('user_id', '=', userId).execute()
    : trx.deleteFrom('businesses').where('user_id', '=', userId).execute());
}

export const deleteBusinessesPastRetention = (db: DbOrTrx, now: Date) =>
  db.deleteFrom('businesses').where('retain_until', '<=', now).execute();
