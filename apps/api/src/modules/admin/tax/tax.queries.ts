import type { TaxStatus } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';
import { MEMBER_STATES, REPORTABLE_EARNING_CENTS, REPORTABLE_SALES, type SellerYear } from './tax.rules.ts';

/** One at a time: the nightly job, and an operator who does not wait for it. */
export async function clearSellerQuarters(trx: Trx, year: number): Promise<void> {
  await sql`lock table seller_quarters in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('seller_quarters').where('year', '=', year).execute();
}

/**
 * Adds what the ledger has of the sales of a period to its quarter; of its packs each is a sale. What is given back later corrects the quarter of the
 * sale, so that a past year changes as long as its orders do.
 */
export const addToSellerQuarters = (
  trx: Trx,
  { year, quarter, from, to, now }: { year: number; quarter: number; from: Date; to: Date; now: Date },
) =>
  sql`
    insert into seller_quarters (seller_id, year, quarter, orders, earning_cents, fees_cents, computed_at)
    select seller_id, ${year}, ${quarter}, sum(orders), sum(earning), sum(fees), ${now}
    from (
      select max(bought.seller_id) as seller_id,
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
      select given.seller_id, 0, -entry.amount_cents, 0
      from ledger_transactions sale
      join credit_grants given on given.order_id = sale.order_id and given.seller_id is not null
      join ledger_transactions transaction on transaction.credit_grant_id = given.id
      join ledger_entries entry on entry.transaction_id = transaction.id
      join ledger_accounts account on account.id = entry.account_id and account.account_kind = 'seller'
      where sale.kind = 'sale' and sale.created_at >= ${from} and sale.created_at < ${to}
    ) moved
    group by seller_id
    on conflict (seller_id, year, quarter) do update set orders = seller_quarters.orders + excluded.orders,
      earning_cents = seller_quarters.earning_cents + excluded.earning_cents,
      fees_cents = seller_quarters.fees_cents + excluded.fees_cents`.execute(trx);

/** Consideration, fees and number of sales of each seller by quarter, with what is known of the seller. */
export async function listSellerYears(db: Db, year: number): Promise<SellerYear[]> {
  const rows = await db
    .selectFrom('seller_quarters')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'seller_quarters.seller_id')
    .leftJoin('payout_details', 'payout_details.user_id', 'seller_quarters.seller_id')
    .select(['seller_quarters.seller_id', 'seller_quarters.quarter', 'seller_quarters.orders'])
    .select(['seller_quarters.earning_cents', 'seller_quarters.fees_cents'])
    .select([
      'legal_identities.legal_name',
      'legal_identities.kind',
      'legal_identities.first_name',
      'legal_identities.last_name',
    ])
    .select(['legal_identities.birth_date', 'legal_identities.register_number', 'legal_identities.address'])
    .select([
      'legal_identities.post_code',
      'legal_identities.city',
      'legal_identities.country',
      'legal_identities.tax_number',
    ])
    .select(['legal_identities.tax_country', 'legal_identities.vat_number'])
    .select(['payout_details.iban', 'payout_details.holder'])
    .where('seller_quarters.year', '=', year)
    .orderBy('seller_quarters.seller_id')
    .orderBy('seller_quarters.quarter')
    .execute();
  const sellers = new Map<number, SellerYear>();
  for (const { seller_id: sellerId, quarter, orders, earning_cents, fees_cents, ...seller } of rows) {
    const sellerYear = sellers.get(sellerId) ?? {
      user_id: sellerId,
      ...seller,
      quarters: Array.from({ length: 4 }, () => ({ orders: 0, earning_cents: 0, fees_cents: 0 })),
    };
    sellerYear.quarters[quarter - 1] = {
      orders,
      earning_cents,
      fees_cents,
    };
    sellers.set(sellerId, sellerYear);
  }
  return [...sellers.values()];
}

const status = sql<TaxStatus>`case
  when not (legal_identities.country is null or legal_identities.country = any (${sql.val(MEMBER_STATES)}::text[])) then 'outside_eu'
  when total.orders < ${sql.lit(REPORTABLE_SALES)} and total.earning_cents <= ${sql.lit(REPORTABLE_EARNING_CENTS)} then 'small'
  else 'reportable' end`;

/** A constraint of the table keeps the data for tax authorities whole. */
const isComplete = sql<SqlBool>`legal_identities.kind is not null`;

interface TaxTotal {
  seller_id: number;
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
          select seller_id, sum(orders)::int as orders, sum(earning_cents)::bigint as earning_cents,
            sum(fees_cents)::bigint as fees_cents, max(computed_at) as computed_at,
            jsonb_object_agg(quarter, jsonb_build_object('orders', orders, 'earning_cents', earning_cents,
              'fees_cents', fees_cents)) as quarters
          from seller_quarters where year = ${year} group by seller_id)`.as('total'),
    )
    .leftJoin('legal_identities', 'legal_identities.user_id', 'total.seller_id')
    .$if(shownStatus !== undefined, (query) => query.where(status, '=', shownStatus!))
    .$if(complete === 'yes', (query) => query.where(isComplete))
    .$if(complete === 'no', (query) => query.where(sql<SqlBool>`not ${isComplete}`))
    .$if(sellerId !== undefined, (query) => query.where(sql<SqlBool>`total.seller_id = ${sellerId}`));

export const selectTaxSellers = (rows: ReturnType<typeof filterTaxSellers>) =>
  rows
    .innerJoin('users', 'users.id', 'total.seller_id')
    .leftJoin('payout_details', 'payout_details.user_id', 'total.seller_id')
    .select(['total.seller_id', 'total.orders', 'total.earning_cents', 'total.fees_cents', 'total.quarters'])
    .select(['legal_identities.country', 'legal_identities.kind', 'users.email', status.as('status')])
    .select(sql<string>`coalesce(legal_identities.legal_name, ${fullName('users')})`.as('name'))
    .select(sql<boolean>`legal_identities.user_id is not null`.as('has_identity'))
    .select(sql<boolean>`payout_details.user_id is not null`.as('has_iban'));

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
