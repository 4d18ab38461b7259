import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';

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
