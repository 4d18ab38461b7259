import { shareHundredths } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/** Inserts the shares of all orders in their present state, and visits of the partner's link. */
export async function insertDemoShares(trx: Trx, partnerId: number, now: Date): Promise<void> {
  await sql`
    insert into affiliate_shares (order_id, side, partner_id, person_id, hundredths, price_cents, state, reason,
      created_at, approve_at, approved_at)
    select o.id, brought.side, person.referred_by, person.id, ${shareHundredths()}, o.price_cents,
      case when fell then 'reversed' when approved <= ${now} then 'approved' else 'pending' end,
      case when fell then o.state when approved > ${now} then 'paid'
        when o.state = 'collected' then 'collected' else 'time_over' end,
      o.created_at, report_end, case when not fell and approved <= ${now} then approved end
    from orders o
    cross join lateral (values ('buyer', o.user_id), ('seller', o.seller_id)) brought (side, id)
    join users person on person.id = brought.id
    cross join lateral (select o.pickup_end + interval '48 hours' as report_end,
      o.state in ('cancelled_by_buyer', 'cancelled_by_store', 'refunded') as fell) at
    cross join lateral (select coalesce(o.collected_at, report_end) as approved) moment
    where person.referred_by = ${partnerId} and person.created_at < o.created_at and ${partnerId} not in (o.user_id, o.seller_id)
    order by o.created_at, o.id, brought.side`.execute(trx);
  await sql`
    insert into affiliate_visits (partner_id, day, visits)
    select id, day::date, 1 + (extract(doy from day)::int * 7) % 5
    from users, generate_series(created_at, ${now}::timestamptz, interval '1 day') as day
    where id = ${partnerId} and extract(doy from day)::int % 3 <> 0`.execute(trx);
}
