import type { TaxStatus } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';
import { emailOfBusiness } from '../people/people.queries.ts';
import { MEMBER_STATES, REPORTABLE_EARNING_CENTS, REPORTABLE_SALES, type SellerYear } from './tax.rules.ts';

/** One at a time: the nightly job, and an operator who does not wait for it. */
export async function clearSellerQuarters(trx: Trx, year: number): Promise<void> {
  await sql`lock table seller_quarters in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('seller_quarters').where('year', '=', year).execute();
}

/** A number and who issued it; without one of its own, a Portuguese VAT number is it. */
const taxpayer = (identity: string) =>
  sql`coalesce(${sql.ref(`${identity}.tax_country`)} || ${sql.ref(`${identity}.tax_number`)},
    case when ${sql.ref(`${identity}.vat_number`)} like 'PT%' then ${sql.ref(`${identity}.vat_number`)} end)`;

const namesOf = (identity: string) =>
  sql`(${sql.ref(`${identity}.legal_name`)}, ${sql.ref(`${identity}.address`)}, ${sql.ref(`${identity}.country`)},
    ${sql.ref(`${identity}.vat_number`)})`;

/** Founders who handed their business over to another taxpayer: what they had sold is theirs to report. */
const otherTaxpayers = sql`
  select founder.user_id, founder.ended_at from former_legal_identities founder
  left join legal_identities present on present.user_id = founder.user_id
  where case when ${taxpayer('founder')} is null and ${taxpayer('present')} is null
    then ${namesOf('founder')} is distinct from ${namesOf('present')}
    else ${taxpayer('founder')} is distinct from ${taxpayer('present')} end`;

/**
 * Adds what the ledger has of the sales of a period to its quarter; of its packs each is a sale. What is given back later corrects the quarter of the
 * sale, so that a past year changes as long as its orders do.
 */
export const addToSellerQuarters = (
  trx: Trx,
  { year, quarter, from, to, now }: { year: number; quarter: number; from: Date; to: Date; now: Date },
) =>
  sql`
    with founders as (${otherTaxpayers})
    insert into seller_quarters (seller_id, is_former, year, quarter, orders, earning_cents, fees_cents, computed_at)
    select seller_id, is_former, ${year}, ${quarter}, sum(orders), sum(earning), sum(fees), ${now}
    from (
      select max(bought.seller_id) as seller_id, coalesce(bool_or(bought.created_at < founders.ended_at), false) as is_former,
        case transaction.kind when 'sale' then max(bought.quantity) when 'partial_refund' then -coalesce(max(refund.units), 0)
          when 'sale_restored' then max(bought.quantity - bought.returned_quantity) * max((restored.is_whole)::int)
          else max(bought.returned_quantity) - max(bought.quantity) end as orders,
        coalesce(-sum(entry.amount_cents) filter (where account.account_kind = 'seller'), 0) as earning,
        coalesce(-sum(entry.amount_cents) filter (where account.account_kind = 'commission'), 0) as fees
      from ledger_transactions sale
      join ledger_transactions transaction on transaction.order_id = sale.order_id
      join ledger_entries entry on entry.transaction_id = transaction.id
      join ledger_accounts account on account.id = entry.account_id
      join orders bought on bought.id = sale.order_id
      left join founders on founders.user_id = bought.seller_id
      left join order_refunds refund on refund.order_id = transaction.order_id
        and refund.restorations = transaction.restorations
        and refund.total_cents = transaction.refunded_total_cents
      left join lateral (select bool_or(back.total_cents = bought.price_cents) as is_whole from order_refunds back
        where transaction.kind = 'sale_restored' and back.order_id = transaction.order_id and back.restored_at is not null
          and back.restorations = transaction.restorations - 1) restored on true
      where sale.kind = 'sale'
        and transaction.kind in ('sale', 'cancellation', 'order_refund', 'partial_refund', 'sale_restored')
        and sale.created_at >= ${from} and sale.created_at < ${to}
      group by transaction.id
      union all
      -- Credit that the business gave for an order, less what of it ended unused.
      select given.seller_id, coalesce(bought.created_at < founders.ended_at, false), 0, -entry.amount_cents, 0
      from ledger_transactions sale
      join orders bought on bought.id = sale.order_id
      left join founders on founders.user_id = bought.seller_id
      join credit_grants given on given.order_id = sale.order_id and given.seller_id is not null
      join ledger_transactions transaction on transaction.credit_grant_id = given.id
      join ledger_entries entry on entry.transaction_id = transaction.id
      join ledger_accounts account on account.id = entry.account_id and account.account_kind = 'seller'
      where sale.kind = 'sale' and sale.created_at >= ${from} and sale.created_at < ${to}
    ) moved
    group by seller_id, is_former
    on conflict (seller_id, year, quarter, is_former) do update set orders = seller_quarters.orders + excluded.orders,
      earning_cents = seller_quarters.earning_cents + excluded.earning_cents,
      fees_cents = seller_quarters.fees_cents + excluded.fees_cents`.execute(trx);

type ReportedIdentity = Omit<SellerYear, 'user_id' | 'is_former' | 'iban' | 'holder' | 'quarters'> & {
  has_iban: boolean;
};

/** Not that of a founder who handed the business over, until it is deleted. */
const isOwnAccount = sql<boolean>`(users.handed_over_at is null or users.handed_over_at < account.updated_at)`;

/**
 * Whom sales of a seller are reported of, and where they are paid: who has the business now, or who handed it over.
 * `sums` has the seller.
 */
const reportedIdentity = (sums: string) => sql<ReportedIdentity>`(
  select present.legal_name, present.kind, present.first_name, present.last_name, present.birth_date,
    present.register_number, present.address, present.post_code, present.city, present.country, present.tax_number,
    present.tax_country, present.vat_number, account.user_id is not null as has_iban
  from users left join legal_identities present on present.user_id = users.id
  left join payout_details account on account.user_id = users.id
    and ${isOwnAccount}
  where users.id = ${sql.ref(`${sums}.seller_id`)} and not ${sql.ref(`${sums}.is_former`)}
  union all
  select legal_name, kind, first_name, last_name, birth_date, register_number, address, post_code, city, country,
    tax_number, tax_country, vat_number, iban is not null
  from former_legal_identities where user_id = ${sql.ref(`${sums}.seller_id`)} and ${sql.ref(`${sums}.is_former`)})`;

/** Consideration, fees and number of sales of each seller by quarter, with what is known of the seller. */
export async function listSellerYears(db: Db, year: number): Promise<SellerYear[]> {
  const rows = await db
    .selectFrom('seller_quarters as sums')
    .innerJoin('users', 'users.id', 'sums.seller_id')
    .leftJoinLateral(reportedIdentity('sums').as('identity'), (join) => join.onTrue())
    // By their own names, as a test of who reads them has them.
    .leftJoin('payout_details as account', (join) =>
      join.onRef('account.user_id', '=', 'sums.seller_id').on(isOwnAccount).on('sums.is_former', '=', false),
    )
    .leftJoin('former_legal_identities as former', (join) =>
      join.onRef('former.user_id', '=', 'sums.seller_id').on('sums.is_former', '=', true),
    )
    .select([
      'account.iban',
      'account.holder',
      'former.iban as former_iban',
      'former.holder as former_holder',
    ])
    .select(['sums.seller_id', 'sums.is_former', 'sums.quarter', 'sums.orders'])
    .select(['sums.earning_cents', 'sums.fees_cents'])
    .select(['identity.legal_name', 'identity.kind', 'identity.first_name', 'identity.last_name'])
    .select(['identity.birth_date', 'identity.register_number', 'identity.address', 'identity.post_code'])
    .select(['identity.city', 'identity.country', 'identity.tax_number', 'identity.tax_country'])
    .select('identity.vat_number')
    .where('sums.year', '=', year)
    .orderBy('sums.seller_id')
    .orderBy('sums.is_former', 'desc')
    .orderBy('sums.quarter')
    .execute();
  const sellers = new Map<string, SellerYear>();
  for (const row of rows) {
    const { seller_id: sellerId, quarter, orders, earning_cents, fees_cents, ...named } = row;
    const { former_iban: formerIban, former_holder: formerHolder, ...seller } = named;
    const key = `${sellerId} ${seller.is_former}`;
    const sellerYear = sellers.get(key) ?? {
      user_id: sellerId,
      ...seller,
      iban: seller.iban ?? formerIban,
      holder: seller.holder ?? formerHolder,
      quarters: Array.from({ length: 4 }, () => ({ orders: 0, earning_cents: 0, fees_cents: 0 })),
    };
    sellerYear.quarters[quarter - 1] = {
      orders,
      earning_cents,
      fees_cents,
    };
    sellers.set(key, sellerYear);
  }
  return [...sellers.values()];
}

const status = sql<TaxStatus>`case
  when not (identity.country is null or identity.country = any (${sql.val(MEMBER_STATES)}::text[])) then 'outside_eu'
  when total.orders < ${sql.lit(REPORTABLE_SALES)} and total.earning_cents <= ${sql.lit(REPORTABLE_EARNING_CENTS)} then 'small'
  else 'reportable' end`;

/** A constraint of the table keeps the data for tax authorities whole. */
const isComplete = sql<SqlBool>`identity.kind is not null`;

interface TaxTotal {
  seller_id: number;
  is_former: boolean;
  /** That of the seller; negative of who handed the business over. */
  row_id: number;
  orders: number;
  earning_cents: number;
  fees_cents: number;
  computed_at: Date;
  quarters: Record<string, { orders: number; earning_cents: number; fees_cents: number }>;
}

export const filterTaxSellers = (
  db: DbOrTrx,
  { year, status: shownStatus, complete, seller_id: sellerId }: ListQuery<'TaxSellers'> & { year: number },
) =>
  db
    .selectFrom(
      sql<TaxTotal>`(
          select seller_id, is_former, case when is_former then -seller_id else seller_id end as row_id, sum(orders)::int as orders, sum(earning_cents)::bigint as earning_cents,
            sum(fees_cents)::bigint as fees_cents, max(computed_at) as computed_at,
            jsonb_object_agg(quarter, jsonb_build_object('orders', orders, 'earning_cents', earning_cents,
              'fees_cents', fees_cents)) as quarters
          from seller_quarters where year = ${year} group by seller_id, is_former)`.as('total'),
    )
    .leftJoinLateral(reportedIdentity('total').as('identity'), (join) => join.onTrue())
    .$if(shownStatus !== undefined, (query) => query.where(status, '=', shownStatus!))
    .$if(complete === 'yes', (query) => query.where(isComplete))
    .$if(complete === 'no', (query) => query.where(sql<SqlBool>`not ${isComplete}`))
    .$if(sellerId !== undefined, (query) => query.where(sql<SqlBool>`total.seller_id = ${sellerId}`));

export const selectTaxSellers = (rows: ReturnType<typeof filterTaxSellers>) =>
  rows
    .innerJoin('users', 'users.id', 'total.seller_id')
    .innerJoin('businesses', 'businesses.id', 'total.seller_id')
    .select(['total.row_id', 'total.seller_id', 'total.is_former', 'total.orders', 'total.earning_cents'])
    .select(['total.fees_cents', 'total.quarters', 'identity.country', 'identity.kind', status.as('status')])
    .select(sql<string>`case when total.is_former then users.email else ${emailOfBusiness} end`.as('email'))
    .select(sql<string>`coalesce(identity.legal_name, ${fullName('users')})`.as('name'))
    .select(sql<boolean>`identity.country is not null`.as('has_identity'))
    .select(sql<boolean>`coalesce(identity.has_iban, false)`.as('has_iban'));

export type TaxSellerRow = RowOf<typeof selectTaxSellers>;

export const sumTaxYear = (db: DbOrTrx, year: number) => {
  const isReportable = sql`${status} = 'reportable'`;
  return filterTaxSellers(db, { year })
    .select(sql<Date | null>`max(total.computed_at)`.as('computed_at'))
    .select(sql<number>`(count(*) filter (where ${isReportable}))::int`.as('reportable'))
    .select(
      sql<number>`(count(*) filter (where ${isReportable} and not ${isComplete}))::int`.as('incomplete'),
    )
    .select(sql<number>`(count(*) filter (where ${status} = 'small'))::int`.as('small'))
    .select(sql<number>`(count(*) filter (where ${status} = 'outside_eu'))::int`.as('outside_eu'))
    .select(sql<number>`coalesce(sum(total.orders) filter (where ${isReportable}), 0)::int`.as('orders'))
    .select(
      sql<number>`coalesce(sum(total.earning_cents) filter (where ${isReportable}), 0)::bigint`.as(
        'earning_cents',
      ),
    )
    .select(
      sql<number>`coalesce(sum(total.fees_cents) filter (where ${isReportable}), 0)::bigint`.as('fees_cents'),
    )
    .executeTakeFirstOrThrow();
};
