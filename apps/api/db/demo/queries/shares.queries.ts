import { shareHundredths } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/** Inserts the shares of all orders in their present state, and visits of the partner's link. */
export async function insertDemoShares(trx: Trx, partnerId: number, now: Date): Promise<void> {
  await sql`
    insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, state, reason,
      created_at, approve_at, approved_at)
    select o.id, referral.side, referred_user.referred_by, referred_user.id, ${shareHundredths()}, o.price_cents,
      case when is_reversed then 'reversed' when approved <= ${now} then 'approved' else 'pending' end,
      case when is_reversed then o.state when approved > ${now} then 'paid'
        when o.state = 'collected' then 'collected' else 'time_over' end,
      o.created_at, report_end, case when not is_reversed and approved <= ${now} then approved end
    from orders o
    cross join lateral (values ('buyer', o.user_id), ('seller', o.seller_id)) referral (side, id)
    join users referred_user on referred_user.id = referral.id
    cross join lateral (select o.pickup_end + interval '48 hours' as report_end,
      o.state in ('cancelled_by_buyer', 'cancelled_by_store', 'refunded') as is_reversed) at
    cross join lateral (select coalesce(o.collected_at, report_end) as approved) moment
    where referred_user.referred_by = ${partnerId} and referred_user.created_at < o.created_at and ${partnerId} not in (o.user_id, o.seller_id)
    order by o.created_at, o.id, referral.side`.execute(trx);
  await sql`
    insert into affiliate_visits (partner_id, day, visits)
    select id, day::date, 1 + (extract(doy from day)::int * 7) % 5
    from users, generate_series(created_at, ${now}::timestamptz, interval '1 day') as day
    where id = ${partnerId} and extract(doy from day)::int % 3 <> 0`.execute(trx);
}
