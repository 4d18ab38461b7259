import type { allergens, diets } from '@wopack/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { insertFormerIdentity } from './account/former-identity.queries.ts';

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

const hasPasswordColumn = sql<boolean>`users.password_hash is not null`.as('has_password');

export const getContact = (db: DbOrTrx, id: number) =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', id).executeTakeFirstOrThrow();

/** Undefined while nobody has proved the address. */
export const findVerifiedContact = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', id)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The database accepts no others. */
interface Food {
  diets: (typeof diets)[number][];
  avoided_allergens: (typeof allergens)[number][];
}

export const getUser = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_seller', 'is_partner', 'language', hasPasswordColumn])
    .select(['diets', 'avoided_allergens'])
    .$narrowType<Food>()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** All stored columns of a user except secrets (hashes). */
export const getUserForExport = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'email', 'email_verified_at', 'phone', 'city', 'latitude', 'longitude'])
    .select(['avatar_path', 'is_seller', 'is_partner', 'language', 'referral_code', 'referred_by'])
    .select(['terms_accepted_at', 'created_at', 'diets', 'avoided_allergens'])
    .$narrowType<Food>()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Who has proved their address: the words of others are not mailed to strangers. */
export const hasProvedAddress = async (db: DbOrTrx, id: number): Promise<boolean> =>
  (
    await db
      .selectFrom('users')
      .select(sql<boolean>`email_verified_at is not null`.as('is_proved'))
      .where('id', '=', id)
      .executeTakeFirst()
  )?.is_proved ?? false;

/** Only a user who has the partner role now. */
export const findPartnerByReferralCode = (db: DbOrTrx, referralCode: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', referralCode)
    .where('is_partner', '=', true)
    .executeTakeFirst();

/** The business that the person founded, unless they handed it over, as `DataSubject` has it. */
export async function listOwnBusinesses(db: DbOrTrx, userId: number): Promise<number[]> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('handed_over_at', 'is', null)
    .executeTakeFirst();
  return user ? [user.id] : [];
}

/** What ends with the account: what is stored by its id, unless it is another owner's, and businesses without another owner. */
export async function listEndingBusinesses(db: DbOrTrx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id from users where id = ${userId} and handed_over_at is null
      union select business_id from members where user_id = ${userId} and role = 'owner') business
    where not exists (select from members
      where business_id = business.id and role = 'owner' and user_id <> ${userId})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What goes on without the account, and is left to owners whom operators have blocked. */
export async function listBusinessesLeftToBlocked(db: DbOrTrx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select own.business_id as id from members own
    join members other on other.business_id = own.business_id and other.user_id <> own.user_id and other.role = 'owner'
    join users on users.id = other.user_id
    where own.user_id = ${userId} and own.role = 'owner'
    group by own.business_id having bool_and(users.blocked_at is not null)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Before it is decided which of them end with an account: two owners who go at the same moment do not leave one without. */
export const lockOwnedBusinesses = (trx: Trx, userId: number) =>
  trx
    .selectFrom('businesses')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('members').select('business_id').where('user_id', '=', userId).where('role', '=', 'owner'),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

export type UserUpdate = Updateable<Database['users']>;

export const updateUser = (db: DbOrTrx, id: number, change: UserUpdate) =>
  db.updateTable('users').set(change).where('id', '=', id).execute();

/**
 * From here on what is stored of the seller by the founder's id is the business's alone. Its legal identity is to be
 * verified again, and the payout account, which was theirs, is not paid to any more. Documents about the sales until then
 * name who they were. Nothing changes when a founder leaves again who had come back: the accounts since are the business's.
 */
export async function setHandedOver(trx: Trx, founderId: number, now: Date): Promise<void> {
  if ((await lockUser(trx, founderId))?.handed_over_at) return;
  await insertFormerIdentity(trx, founderId, now);
  await updateUser(trx, founderId, { handed_over_at: now, is_seller: false });
  await trx
    .updateTable('legal_identities')
    .set({ verified_at: null })
    .where('user_id', '=', founderId)
    .execute();
}

/** Undefined when the e-mail address has an account already. */
export const insertUser = (trx: Trx, user: Insertable<Database['users']>) =>
  trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();

export const listBlockedUsers = async (db: DbOrTrx, userIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<number>`any(${userIds}::int[])`)
      .where('blocked_at', 'is not', null)
      .execute()
  ).map(({ id }) => id);

export const isBlocked = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await listBlockedUsers(db, [userId])).length > 0;

/** Serialises changes of an account; undefined when the account was deleted meanwhile. */
export const lockUser = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'blocked_at', 'handed_over_at', hasPasswordColumn])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();

/** Locks a user and what the two numbers stand for, in one statement; only the user when `key` is null. */
export const lockUserAndKey = (trx: Trx, id: number, lock: { kind: number; key: number | null }) =>
  trx
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .select(sql`pg_advisory_xact_lock(${lock.kind}::int, ${lock.key}::int)`.as('is_locked'))
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

/** Whether the user is an owner of a business that sells, and is not blocked. */
export const isOwnerOfBusiness = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .innerJoin('businesses', 'businesses.id', 'members.business_id')
    .select('members.id')
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_by_block', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;
