import { closedDisputeStatuses } from '@wopack/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { parseTypedNumber } from '../../../platform/db/typed-words.queries.ts';
import { type ComparedSum, isLateInvoice } from '../../ledger/index.ts';
import { selectSlotUnits } from '../../products/index.ts';
import { isProductTyped, isSalePlaceTyped } from '../content/content.queries.ts';
import { fullName } from '../lists/lists.queries.ts';
import { needsAttention, payoutNeedsAttention } from '../money/transfers.queries.ts';
import { filterOrders, resolveOrderSearch } from '../orders/admin-orders.queries.ts';
import { isSellerTyped, isUserTyped } from '../people/people.queries.ts';
import { sumTaxYear } from '../tax/tax.queries.ts';

interface Period {
  from: Date;
  /** Not included. */
  to: Date;
}

export interface Figures {
  orders: number;
  gross_cents: number;
  commission_cents: number;
  refunds_cents: number;
  refunded_orders: number;
  units_offered: number;
  units_sold: number;
  new_sellers: number;
}

/** In the order of the periods. Orders by when they were bought; units by when their pickup starts. */
export async function sumPeriods(db: Db, periods: readonly Period[]): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select bought.orders, bought.gross_cents, bought.commission_cents, bought.refunds_cents,
      bought.refunded_orders, slots.units_offered, slots.units_sold, sellers.new_sellers
    from unnest(${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[])
      with ordinality as period(starts, ends, n)
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(price_cents), 0)::int as gross_cents,
        coalesce(sum(commission_cents / quantity * (quantity - returned_quantity))
          filter (where refunded_cents < price_cents), 0)::int as commission_cents,
        coalesce(sum(refunded_cents), 0)::int as refunds_cents,
        (count(*) filter (where refunded_cents > 0))::int as refunded_orders
      from orders where created_at >= period.starts and created_at < period.ends) bought
    cross join lateral ${selectSlotUnits({ starts: sql`period.starts`, ends: sql`period.ends` })} slots
    cross join lateral (
      select count(*)::int as new_sellers from users join businesses using (id)
      where is_selling and users.created_at >= period.starts and users.created_at < period.ends) sellers
    order by period.n`.execute(db);
  return rows;
}

/** The last comparison of each kind. */
export const listReconciliations = (db: Db) =>
  db
    .selectFrom('reconciliations')
    .distinctOn('kind')
    .select(['kind', 'checked_at', 'differences'])
    .select((eb) => eb.ref('sums').$castTo<ComparedSum[]>().as('sums'))
    .orderBy('kind')
    .orderBy('checked_at', 'desc')
    .execute();

interface TaskCount {
  count: number;
  oldest_at: Date | null;
}

const countTask = async (db: Db, query: ReturnType<typeof sql<TaskCount>>): Promise<TaskCount> =>
  (await query.execute(db)).rows[0]!;

interface TaskPeriods {
  now: Date;
  /** Problems wait for an operator that were reported before. */
  waitingSince: Date;
  /** Year of the next tax report. */
  taxYear: number;
}

/** What waits for an operator, by kind. */
export const taskCounters = {
  problems: (db: Db, { waitingSince }: TaskPeriods) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from reports
        where answered_at is null and created_at < ${waitingSince}`,
    ),
  content_reports: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from content_reports where state = 'open'`,
    ),
  look_alikes: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from look_alikes where state = 'open'`,
    ),
  place_claims: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from place_claims where state = 'open'`,
    ),
  unverified_sellers: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(updated_at) as oldest_at from legal_identities
        join businesses on businesses.id = legal_identities.user_id
        where verified_at is null and is_selling and suspended_at is null`,
    ),
  objections: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(objected_at) as oldest_at from decisions
        where objected_at is not null and objection_decided_at is null`,
    ),
  disputes: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(opened_at) as oldest_at from disputes
        where status != all(${closedDisputeStatuses}::text[])`,
    ),
  failed_jobs: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(completed_on) as oldest_at from pgboss.job where state = 'failed'`,
    ),
  undelivered_mail: (db: Db) =>
    countTask(db, sql`select count(*)::int as count, min(failed_at) as oldest_at from mail_failures`),
  stuck_refunds: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(stuck_at) as oldest_at from refunds
        where done_at is null and stuck_at is not null`,
    ),
  stuck_transfers: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from provider_transfers transfer
        where ${needsAttention}`,
    ),
  failed_payouts: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(changed_at) as oldest_at from provider_payouts payout
        where ${payoutNeedsAttention}`,
    ),
  late_invoices: (db: Db, { now }: TaskPeriods) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(created_at) as oldest_at from commission_invoices invoice
        where ${isLateInvoice(now)}`,
    ),
  /** Sellers to report of whom something is missing, by the last sums of that year. */
  tax_data: async (db: Db, { taxYear }: TaskPeriods): Promise<TaskCount> => ({
    count: (await sumTaxYear(db, taxYear)).incomplete,
    oldest_at: null,
  }),
  launch_checks: (db: Db) =>
    countTask(
      db,
      sql`select count(*)::int as count, min(checked_at) as oldest_at from launch_checks where state = 'missing'`,
    ),
};

interface SearchResult {
  id: number;
  title: string;
  subtitle: string;
}

const MAX_RESULTS = 5;

const search = async (db: Db, query: ReturnType<typeof sql<SearchResult>>): Promise<SearchResult[]> =>
  (await query.execute(db)).rows;

/** As lists of the same find them. */
export const searches = {
  order: async (db: Db, text: string): Promise<SearchResult[]> => {
    const orders = filterOrders(db, {}, await resolveOrderSearch(db, text));
    const results = orders
      .innerJoin('payments', 'payments.id', 'orders.payment_id')
      .select('orders.id')
      .select(sql<string>`orders.id || ' ' || orders.product_name`.as('title'))
      .select(sql<string>`orders.state || ' ' || coalesce(payments.provider_ref, '')`.as('subtitle'))
      .orderBy('orders.id', 'desc')
      .limit(MAX_RESULTS);
    return results.execute();
  },
  user: (db: Db, text: string) =>
    search(
      db,
      sql`select id, ${fullName('users')} as title, email as subtitle from users
        where erased_at is null and ${isUserTyped(text)} order by id desc limit ${MAX_RESULTS}`,
    ),
  seller: (db: Db, text: string) =>
    search(
      db,
      sql`select users.id, legal_name as title, vat_number || ' ' || email as subtitle
        from legal_identities join users on users.id = legal_identities.user_id
        join businesses on businesses.id = users.id
        where is_selling and ${isSellerTyped(text)}
        order by users.id desc limit ${MAX_RESULTS}`,
    ),
  sale_place: (db: Db, text: string) =>
    search(
      db,
      sql`select id, name as title, address as subtitle from sale_places
        where removed_at is null and ${isSalePlaceTyped(text)} order by id desc limit ${MAX_RESULTS}`,
    ),
  product: (db: Db, text: string) =>
    search(
      db,
      sql`select products.id, products.name as title, sale_places.name as subtitle
        from products join sale_places on sale_places.id = products.sale_place_id
        where products.state <> 'removed' and ${isProductTyped(text)}
        order by products.id desc limit ${MAX_RESULTS}`,
    ),
  payout: (db: Db, text: string) => {
    const number = parseTypedNumber(text);
    return number === null
      ? Promise.resolve([])
      : search(
          db,
          sql`select run_id as id, payouts.id || ' ' || holder as title, payouts.state as subtitle
            from payouts where id = ${number}`,
        );
  },
};
