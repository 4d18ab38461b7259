import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

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

/** Uncredited shares in hundredths of a cent, and their number. */
export async function sumUncreditedShares(db: Db, partnerId: number) {
  const { rows } = await sql<{ pending: string; approved: string; lines: number }>`
    select coalesce(sum(hundredths) filter (where state = 'pending'), 0) as pending,
      coalesce(sum(hundredths) filter (where state = 'approved'), 0) as approved, count(*)::int as lines
    from affiliate_shares
    where partner_id = ${partnerId} and credit_month is null and state <> 'reversed'`.execute(db);
  const { pending, approved, lines } = rows[0]!;
  return { pending: Number(pending), approved: Number(approved), lines };
}

/** All credits by month, unpaged: twelve a year. */
export const listCredits = (db: Db, partnerId: number) =>
  db
    .selectFrom('affiliate_credits')
    .select(['month', 'hundredths', 'amount_cents', 'credited_at'])
    .where('partner_id', '=', partnerId)
    .orderBy('month')
    .execute();

/** Number of shares by the first day of their credit month. */
export async function countSharesByMonth(db: Db, partnerId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('affiliate_shares')
    .select(({ fn }) => ['credit_month', fn.countAll<string>().as('lines')])
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
