import { type Insertable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../../platform/db/database.ts';
import { isAmong, type ReconciliationSource } from '../../ledger/index.ts';

/** Partners with uncredited shares approved before an instant, with the oldest approval. */
export const listPartnersToCredit = (db: Db, before: Date) =>
  db
    .selectFrom('affiliate_shares as share')
    .innerJoin('users', 'users.id', 'share.partner_id')
    .select('share.partner_id as partnerId')
    .select(sql<Date>`min(share.approved_at)`.as('since'))
    .where('share.state', '=', 'approved')
    .where('share.credit_month', 'is', null)
    .where('share.approved_at', '<', before)
    .where('users.email_verified_at', 'is not', null)
    .groupBy('share.partner_id')
    .orderBy('share.partner_id')
    .execute();

/** Serialises credits of a partner. Returns when the address was verified. */
export const lockPartner = async (trx: Trx, id: number): Promise<Date | null> =>
  (
    await trx
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).email_verified_at;

export const isMonthCredited = async (trx: Trx, partnerId: number, firstDay: string): Promise<boolean> =>
  (await trx
    .selectFrom('affiliate_credits')
    .select('month')
    .where('partner_id', '=', partnerId)
    .where('month', '=', firstDay)
    .executeTakeFirst()) !== undefined;

/**
 * Assigns shares approved before an instant to a month. Returns their number and exact sum, and what of it is of orders
 * whose earnings the payment provider transfers.
 */
export async function assignSharesToMonth(trx: Trx, partnerId: number, firstDay: string, before: Date) {
  const { rows } = await sql<{ lines: number; hundredths: number; transferred_hundredths: number }>`
    with taken as (
      update affiliate_shares set credit_month = ${firstDay}
      where partner_id = ${partnerId} and state = 'approved' and credit_month is null and approved_at < ${before}
      returning hundredths, order_id
    )
    select count(*)::int as lines, coalesce(sum(hundredths), 0) as hundredths,
      coalesce(sum(hundredths) filter (where payout_way = 'stripe_connect'), 0) as transferred_hundredths
    from taken join orders on orders.id = order_id`.execute(trx);
  return rows[0]!;
}

export const insertCredit = (trx: Trx, credit: Insertable<Database['affiliate_credits']>) =>
  trx.insertInto('affiliate_credits').values(credit).execute();

export interface TotalAndMonth {
  total: number;
  month: number;
}

/** Visits, sign-ups, buyers and orders of a partner: in total and since an instant. */
export async function getReferralFunnel(db: Db, partnerId: number, since: Date, firstDay: string) {
  const { rows } = await sql<Record<'visits' | 'sign_ups' | 'buyers' | 'orders', TotalAndMonth>>`
    select
      (select jsonb_build_object('total', coalesce(sum(visits), 0),
          'month', coalesce(sum(visits) filter (where day >= ${firstDay}), 0))
        from affiliate_visits where partner_id = ${partnerId}) as visits,
      (select jsonb_build_object('total', count(*), 'month', count(*) filter (where created_at >= ${since}))
        from users where referred_by = ${partnerId}) as sign_ups,
      jsonb_build_object('total', count(*), 'month', count(*) filter (where first >= ${since})) as buyers,
      jsonb_build_object('total', coalesce(sum(orders), 0), 'month', coalesce(sum(this_month), 0)) as orders
    from (
      select min(created_at) filter (where hundredths > 0) as first, sum(sign(hundredths)) as orders,
        coalesce(sum(sign(hundredths)) filter (where created_at >= ${since}), 0) as this_month
      from affiliate_shares
      where partner_id = ${partnerId} and state <> 'reversed'
      group by referred_user_id
    ) referred_user`.execute(db);
  return rows[0]!;
}

/** Uncredited shares in hundredths of a cent, and their number, from which those taken back are deducted. */
export async function sumUncreditedShares(db: Db, partnerId: number) {
  const { rows } = await sql<{ pending: number; approved: number; lines: number }>`
    select coalesce(sum(hundredths) filter (where state = 'pending'), 0) as pending,
      coalesce(sum(hundredths) filter (where state = 'approved'), 0) as approved, coalesce(sum(sign(hundredths)), 0)::int as lines
    from affiliate_shares
    where partner_id = ${partnerId} and credit_month is null and state <> 'reversed'`.execute(db);
  return rows[0]!;
}

/** All credits by month, unpaged: twelve a year. */
export const listCredits = (db: Db, partnerId: number) =>
  db
    .selectFrom('affiliate_credits')
    .select(['month', 'hundredths', 'amount_cents', 'credited_at'])
    .where('partner_id', '=', partnerId)
    .orderBy('month')
    .execute();

/** Number of shares by the first day of their credit month; those taken back are deducted. */
export async function countSharesByMonth(db: Db, partnerId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('affiliate_shares')
    .select(({ fn }) => ['credit_month', fn.sum<string>(sql`sign(hundredths)`).as('lines')])
    .where('partner_id', '=', partnerId)
    .where('credit_month', 'is not', null)
    .groupBy('credit_month')
    .execute();
  return new Map(rows.map(({ credit_month, lines }) => [credit_month!, Number(lines)]));
}

export const getPartner = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['is_partner', 'email_verified_at', 'referral_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Credits to partners are paid out of the commission. */
export const affiliateReconciliation: ReconciliationSource = async (db, records) => {
  if (records && records.kind !== 'partner') return [];
  const { rows } = await sql<{ partner_id: number; cents: number }>`
    SELECT partner_id, sum(amount_cents) AS cents FROM affiliate_credits
    WHERE ${isAmong('partner_id', records)} GROUP BY partner_id`.execute(db);
  const credited = rows.reduce((sum, { cents }) => sum + cents, 0);
  return [
    { account_kind: 'commission', user_id: null, cents: credited },
    ...rows.map(({ partner_id, cents }) => ({
      account_kind: 'partner' as const,
      user_id: partner_id,
      cents: -cents,
    })),
  ];
};
