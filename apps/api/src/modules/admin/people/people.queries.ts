import type { PayoutAccountState } from '@wopack/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { hasTypedWords, parseTypedNumber } from '../../../platform/db/typed-words.queries.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';

/** As the index has it. */
const userWords = sql<string>`users.name || ' ' || users.surname || ' ' || users.email collate "default"`;

/** By name, part of the e-mail address, or number. */
export function isUserTyped(typed: string): RawBuilder<SqlBool> {
  const number = parseTypedNumber(typed);
  const hasWords = hasTypedWords(userWords, typed);
  if (number === null) return hasWords;
  const hasNumber = sql<SqlBool>`users.id = ${number}`;
  // Other digits may be a part of an address.
  return /^\d/.test(typed) ? sql<SqlBool>`(${hasNumber} or ${hasWords})` : hasNumber;
}

export const filterUsers = (db: DbOrTrx, { q = '', role, state }: ListQuery<'AdminUsers'>) => {
  const text = q.trim();
  return db
    .selectFrom('users')
    .$if(text !== '', (query) => query.where(isUserTyped(text)))
    .$if(role === 'seller', (query) => query.where('users.is_seller', '=', true))
    .$if(role === 'partner', (query) => query.where('users.is_partner', '=', true))
    .$if(role === 'buyer', (query) =>
      query.where('users.is_seller', '=', false).where('users.is_partner', '=', false),
    )
    .$if(state === 'active', (query) =>
      query.where('users.blocked_at', 'is', null).where('users.deleted_at', 'is', null),
    )
    .$if(state === 'blocked', (query) => query.where('users.blocked_at', 'is not', null))
    .$if(state === 'deleted', (query) => query.where('users.deleted_at', 'is not', null));
};

export const selectUsers = (rows: ReturnType<typeof filterUsers>) =>
  rows
    .select(['users.id', 'users.is_seller', 'users.is_partner', 'users.language', 'users.created_at'])
    .select(['users.email', 'users.blocked_at', 'users.deleted_at'])
    .select(sql<boolean>`users.email_verified_at is not null`.as('email_verified'))
    .select(fullName('users').as('name'));

export type UserRow = RowOf<typeof selectUsers>;

export const findUser = (db: DbOrTrx, id: number) =>
  selectUsers(filterUsers(db, {}))
    .where('users.id', '=', id)
    .select(sql<boolean>`users.handed_over_at is not null`.as('has_handed_over'))
    .select(['users.phone', 'users.city', 'users.referred_by', 'users.avatar_path'])
    .select(sql<boolean>`users.password_hash is not null`.as('has_password'))
    .select(
      sql<
        string[]
      >`array(select provider from social_identities where user_id = users.id order by provider)`.as(
        'linked_accounts',
      ),
    )
    .select(sql<number>`(select count(*)::int from orders where user_id = users.id)`.as('orders'))
    .select(
      sql<number>`(select coalesce(sum(price_cents - refunded_cents), 0)::int from orders where user_id = users.id)`.as(
        'spent_cents',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from reports join orders on orders.id = reports.order_id where orders.user_id = users.id)`.as(
        'problems',
      ),
    )
    .executeTakeFirst();

export type UserDetailRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const listSessions = (db: DbOrTrx, userId: number, now: Date) =>
  db
    .selectFrom('tokens')
    .select(['device_name', 'created_at', 'expires_at', 'lifetime_seconds'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();

export const isOperator = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db.selectFrom('operators').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined;

/** By what stands in the person's, the business's or a sale place's name or address. Each has an index of its own. */
export const isSellerTyped = (typed: string) => sql<SqlBool>`users.id = any(array(
  select members.business_id from users join members on members.user_id = users.id and members.role = 'owner'
    where ${isUserTyped(typed)}
  union select user_id from legal_identities
    where vat_number = ${typed.toUpperCase().replace(/[\s.-]/g, '')} or ${hasTypedWords(sql`legal_name`, typed)}
  union select seller_id from sale_places
    where removed_at is null and ${hasTypedWords(sql`sale_places.name || ' ' || sale_places.address`, typed)}))`;

/** Of its founder, or of the owner of longest standing once they handed it over. */
export const emailOfBusiness = sql<string>`case when users.handed_over_at is null then users.email else (
  select owner.email from members join users owner on owner.id = members.user_id
  where members.business_id = businesses.id and members.role = 'owner' order by members.id limit 1) end`;

const isBusinessBlocked = sql<boolean>`(businesses.suspended_by_block
  or (users.blocked_at is not null and users.handed_over_at is null))`;

export const payoutAccountState = sql<PayoutAccountState>`coalesce(payout_accounts.state, 'not_started')`;

export const filterSellers = (
  db: DbOrTrx,
  { q = '', state, payouts_held: payoutsHeld, payout_account: payoutAccount }: ListQuery<'AdminSellers'>,
) => {
  const text = q.trim();
  return db
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.id', 'users.id')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'users.id')
    .leftJoin('payout_holds', 'payout_holds.user_id', 'users.id')
    .leftJoin('payout_accounts', (join) =>
      join
        .onRef('payout_accounts.user_id', '=', 'users.id')
        // Not that of a founder who handed the business over.
        .on(
          sql<boolean>`(users.handed_over_at is null or users.handed_over_at < payout_accounts.created_at)`,
        ),
    )
    .where('businesses.is_selling', '=', true)
    .$if(text !== '', (query) => query.where(isSellerTyped(text)))
    .$if(state === 'suspended', (query) => query.where('businesses.suspended_at', 'is not', null))
    .$if(state !== undefined && state !== 'suspended', (query) =>
      query.where('businesses.suspended_at', 'is', null),
    )
    .$if(state === 'incomplete', (query) => query.where('legal_identities.user_id', 'is', null))
    .$if(state === 'new', (query) =>
      query
        .where('legal_identities.user_id', 'is not', null)
        .where('legal_identities.verified_at', 'is', null),
    )
    .$if(state === 'verified', (query) => query.where('legal_identities.verified_at', 'is not', null))
    .$if(payoutAccount === 'open', (query) => query.where(payoutAccountState, '<>', 'verified'))
    .$if(payoutAccount !== undefined && payoutAccount !== 'open', (query) =>
      query.where(payoutAccountState, '=', payoutAccount as PayoutAccountState),
    )
    .$if(payoutsHeld !== undefined, (query) =>
      query.where(
        sql<boolean>`(payout_holds.user_id is not null or ${isBusinessBlocked})`,
        '=',
        payoutsHeld === 'yes',
      ),
    );
};

export const selectSellers = (rows: ReturnType<typeof filterSellers>) =>
  rows
    .select(['users.id', 'users.created_at', 'businesses.suspended_at', 'businesses.suspended_by_block'])
    .select(emailOfBusiness.as('email'))
    .select(isBusinessBlocked.as('is_blocked'))
    .select(['legal_identities.country', 'legal_identities.vat_number', 'legal_identities.verified_at'])
    .select(sql<string>`coalesce(legal_identities.legal_name, ${fullName('users')})`.as('name'))
    .select(sql<boolean>`legal_identities.user_id is not null`.as('has_business'))
    .select(sql<boolean>`payout_holds.user_id is not null`.as('payouts_held'))
    .select(payoutAccountState.as('payout_account'))
    .select(
      sql<number>`(select count(*)::int from sale_places where seller_id = users.id and removed_at is null)`.as(
        'sale_places',
      ),
    );

export type SellerRow = RowOf<typeof selectSellers>;

export const findSellerDetail = (db: DbOrTrx, id: number) =>
  selectSellers(filterSellers(db, {}))
    .where('users.id', '=', id)
    .select('businesses.ends_at')
    .select(['legal_identities.address', 'legal_identities.post_code', 'legal_identities.city'])
    .select(['payout_accounts.ref', 'payout_accounts.requirements', 'payout_accounts.disabled_reason'])
    .select(['payout_accounts.deadline', 'payout_accounts.first_verified_at', 'payout_accounts.state_since'])
    .select('businesses.awaits_payout_account')
    .select(
      sql<string | null>`(select iban from payout_details where user_id = users.id
      and (users.handed_over_at is null or users.handed_over_at < updated_at))`.as('iban'),
    )
    .select(
      sql<number>`(select coalesce(-sum(entry.amount_cents), 0)::int from ledger_entries entry
          join ledger_accounts account on account.id = entry.account_id
          where account.user_id = users.id and account.account_kind = 'seller')`.as('balance_cents'),
    )
    .select(sql<number>`(select count(*)::int from orders where seller_id = users.id)`.as('orders'))
    .select(
      sql<number>`(select count(*)::int from orders where seller_id = users.id and state = 'paid')`.as(
        'open_orders',
      ),
    )
    .select(sql<number>`(select count(*)::int from reports where seller_id = users.id)`.as('problems'))
    .executeTakeFirst();

/** Those that still sell. */
export const listEndedBusinesses = async (db: DbOrTrx, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('businesses')
      .select('id')
      .where('ends_at', '<=', now)
      .where((where) => where.or([where('suspended_at', 'is', null), where('suspended_by_block', '=', true)]))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

export type SellerDetailRow = NonNullable<Awaited<ReturnType<typeof findSellerDetail>>>;

export const listSalePlacesOfSeller = (db: DbOrTrx, sellerId: number) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'address', 'hidden_at', 'paused'])
    .select(
      sql<number>`(select count(*)::int from products where sale_place_id = sale_places.id and state <> 'removed')`.as(
        'products',
      ),
    )
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
