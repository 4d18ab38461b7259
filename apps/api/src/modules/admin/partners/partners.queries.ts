import type { PayoutAccountState, ReferralSignKind } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import { type NotNull, type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { legalOrFullName, type RowOf } from '../lists/lists.queries.ts';
import { isUserTyped, payoutAccountState } from '../people/people.queries.ts';

const hasSigns = (column: 'partner_id' | 'referred_user_id') =>
  sql<SqlBool>`exists (select from referral_signs where ${sql.ref(column)} = users.id)`;

export const filterPartners = (
  db: DbOrTrx,
  { q = '', signs, payout_account: account, id }: ListQuery<'Partners'> & { id?: number },
) => {
  const text = q.trim();
  return db
    .selectFrom('users')
    .leftJoin('payout_accounts', (join) =>
      join
        .onRef('payout_accounts.user_id', '=', 'users.id')
        // The account by the id of who handed a business over is the business's.
        .on('users.handed_over_at', 'is', null),
    )
    .where('users.is_partner', '=', true)
    .$if(id !== undefined, (query) => query.where('users.id', '=', id!))
    .$if(text !== '', (query) => query.where(isUserTyped(text)))
    .$if(account === 'open', (query) => query.where(payoutAccountState, '<>', 'verified'))
    .$if(account !== undefined && account !== 'open', (query) =>
      query.where(payoutAccountState, '=', account as PayoutAccountState),
    )
    .$if(signs === 'yes', (query) => query.where(hasSigns('partner_id')))
    .$if(signs === 'no', (query) => query.where(sql<SqlBool>`not ${hasSigns('partner_id')}`));
};

export const selectPartners = (rows: ReturnType<typeof filterPartners>) =>
  rows
    .select(['users.id', 'users.email', 'users.created_at', 'users.blocked_at', 'users.deleted_at'])
    .select([legalOrFullName('users').as('name'), payoutAccountState.as('payout_account')])
    .select(
      sql<number>`(select count(*)::int from users referred where referred.referred_by = users.id)`.as(
        'referred',
      ),
    )
    .select(
      sql<number>`(select count(distinct referred_user_id)::int from referral_signs where partner_id = users.id)`.as(
        'referrals_with_signs',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from affiliate_credits where partner_id = users.id)`.as(
        'credited_cents',
      ),
    )
    .select(
      sql<
        string | null
      >`(select to_char(max(month), 'YYYY-MM') from affiliate_credits where partner_id = users.id)`.as(
        'last_credit',
      ),
    );

export type PartnerRow = RowOf<typeof selectPartners>;

export const findPartner = (db: DbOrTrx, id: number) =>
  selectPartners(filterPartners(db, { id }))
    .select('users.referral_code')
    .select(
      sql<number>`(select coalesce(sum(visits), 0)::int from affiliate_visits where partner_id = users.id)`.as(
        'visits',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from users referred where referred.referred_by = users.id and referred.is_seller)`.as(
        'referred_sellers',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(hundredths), 0) from affiliate_shares
          where partner_id = users.id and state = 'pending')`.as('pending_hundredths'),
    )
    .select(
      sql<number>`(select coalesce(sum(hundredths), 0) from affiliate_shares
          where partner_id = users.id and state = 'approved' and credit_month is null)`.as(
        'approved_hundredths',
      ),
    )
    .select(
      sql<number>`(select coalesce(-sum(amount_cents), 0)::int from ledger_entries
          join ledger_accounts on ledger_accounts.id = account_id
          where account_kind = 'partner' and user_id = users.id)`.as('owed_cents'),
    )
    .executeTakeFirst();

export const filterReferrals = (db: DbOrTrx, { partner_id: partnerId, signs }: ListQuery<'AdminReferrals'>) =>
  db
    .selectFrom('users')
    .where('users.referred_by', 'is not', null)
    .$if(partnerId !== undefined, (query) => query.where('users.referred_by', '=', partnerId!))
    .$if(signs === 'yes', (query) => query.where(hasSigns('referred_user_id')))
    .$if(signs === 'no', (query) => query.where(sql<SqlBool>`not ${hasSigns('referred_user_id')}`));

/** Reversals have negative amounts and are subtracted. */
const sumShares = (expression: string) =>
  sql`(select coalesce(sum(${sql.raw(expression)}), 0) from affiliate_shares
    where referred_user_id = users.id and partner_id = users.referred_by and state <> 'reversed')`;

export const selectReferrals = (rows: ReturnType<typeof filterReferrals>) =>
  rows
    .innerJoin('users as partner', 'partner.id', 'users.referred_by')
    .select(['users.id', 'users.is_seller', 'users.created_at', 'users.referred_by as partner_id'])
    .$narrowType<{ partner_id: NotNull }>()
    .select([legalOrFullName('users').as('name'), legalOrFullName('partner').as('partner_name')])
    .select(sql<number>`${sumShares('sign(hundredths)')}::int`.as('orders'))
    .select(sql<number>`${sumShares('hundredths')}`.as('hundredths'))
    .select(
      sql<ReferralSignKind[]>`array(select kind from referral_signs
        where referred_user_id = users.id and partner_id = users.referred_by order by kind)`.as('signs'),
    );

export type ReferralRow = RowOf<typeof selectReferrals>;

/** Cards and devices are compared as far back as this. */
const SIGN_PERIOD_DAYS = 180;
/** A browser that more users have says nothing. */
const MAX_USERS_OF_A_DEVICE = 5;

/**
 * Finds what partners and the users they referred have in common, in data that is stored for other reasons. Replaces
 * what was found before, so that nothing outlives what it was found in.
 */
export async function findReferralSigns(trx: Trx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - SIGN_PERIOD_DAYS * DAY_MS);
  await sql`lock table referral_signs in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('referral_signs').execute();
  await sql`
    with pair as materialized (
      select partner.id as partner_id, referred.id as referred_user_id, partner.phone, referred.phone as referred_phone
      from users referred join users partner on partner.id = referred.referred_by
      where referred.deleted_at is null and partner.deleted_at is null
    ), person as materialized (
      select partner_id as user_id from pair union select referred_user_id from pair
    ), address as (
      select user_id, regexp_replace(lower(address), '[^[:alnum:]]', '', 'g') as text from legal_identities
      where user_id in (select user_id from person)
      union
      select seller_id, regexp_replace(lower(address), '[^[:alnum:]]', '', 'g') from sale_places
      where seller_id in (select user_id from person)
    ), card as (
      select distinct user_id, card_last4 as card from payments
      where state in ('paid', 'refund_due', 'refunded') and card_last4 is not null and settled_at >= ${since}
        and user_id in (select user_id from person)
      union
      select user_id, card_fingerprint from allocation_entries
      where card_fingerprint is not null and user_id in (select user_id from person)
    ), device as (
      select distinct user_id, device_name from tokens
      where user_id in (select user_id from person) and created_at >= ${since}
        and device_name in (
          select device_name from tokens where device_name <> '' group by device_name
          having count(distinct user_id) <= ${MAX_USERS_OF_A_DEVICE})
    )
    insert into referral_signs (partner_id, referred_user_id, kind, found_at)
    select partner_id, referred_user_id, kind, ${now} from (
      select partner_id, referred_user_id, 'iban' as kind from pair
        join payout_details a on a.user_id = partner_id
        join payout_details b on b.user_id = referred_user_id and b.iban = a.iban
      union
      select partner_id, referred_user_id, 'tax_number' from pair
        join legal_identities a on a.user_id = partner_id
        join legal_identities b on b.user_id = referred_user_id
          and (b.vat_number = a.vat_number or (b.tax_number, b.tax_country) = (a.tax_number, a.tax_country))
      union
      select partner_id, referred_user_id, 'phone' from pair
        where length(regexp_replace(phone, '\\D', '', 'g')) >= 6
          and right(regexp_replace(phone, '\\D', '', 'g'), 9) = right(regexp_replace(referred_phone, '\\D', '', 'g'), 9)
      union
      select partner_id, referred_user_id, 'address' from pair
        join address a on a.user_id = partner_id
        join address b on b.user_id = referred_user_id and b.text = a.text and a.text <> ''
      union
      select partner_id, referred_user_id, 'card' from pair
        join card a on a.user_id = partner_id
        join card b on b.user_id = referred_user_id and b.card = a.card
      union
      select partner_id, referred_user_id, 'device' from pair
        join device a on a.user_id = partner_id
        join device b on b.user_id = referred_user_id and b.device_name = a.device_name
    ) sign`.execute(trx);
}

/** Deletes what an erased account had in common with others, as partner and as referred user. */
export const deleteReferralSigns = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('referral_signs')
    .where((eb) => eb.or([eb('partner_id', '=', userId), eb('referred_user_id', '=', userId)]))
    .execute();
