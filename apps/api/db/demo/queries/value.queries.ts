import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

interface DemoAnswers {
  /** Who is still asked, and answers nothing of their last orders. */
  demoAccountIds: readonly number[];
  sellerId: number;
  now: Date;
}

/** Answers about what was in the packs of the last 90 days. Of the demo seller's fourth pack too many got less. */
export async function insertDemoAnswers(
  trx: Trx,
  { demoAccountIds, sellerId, now }: DemoAnswers,
): Promise<void> {
  await sql`
    with own as (
      select id, row_number() over (order by id) as number from products where seller_id = ${sellerId}
    ), collected as (
      select orders.id, orders.user_id, orders.product_id, orders.sale_place_id, orders.collected_at, own.number,
        -- The same at each start.
        abs(hashint4(orders.id)) % 100 as chance, abs(hashint4(orders.id + 1000000)) % 100 as kind,
        own.number = 4 and orders.collected_at > ${now}::timestamptz - interval '30 days' as is_low
      from orders left join own on own.id = orders.product_id
      where orders.state = 'collected' and orders.old_price_cents > orders.price_cents
        and orders.collected_at between ${now}::timestamptz - interval '90 days' and ${now}::timestamptz - interval '4 hours'
        and not orders.user_id = any(${demoAccountIds}::int[])
        and not exists (select from members where business_id = orders.seller_id and members.user_id = orders.user_id)
    )
    insert into value_answers (order_id, user_id, product_id, sale_place_id, answer, answered_at)
    select id, user_id, product_id, sale_place_id,
      case when is_low then case when kind < 45 then 'less' when kind < 92 then 'about' else 'more' end
        when kind < 9 then 'less' when kind < 74 then 'about' else 'more' end,
      collected_at + interval '2 hours'
    from collected where is_low or chance < 55`.execute(trx);
  // Two examples of the demo seller's first pack, of the pictures that all demo packs share.
  await sql`
    with first as (
      select id, type_ids from products where seller_id = ${sellerId} order by id limit 1
    ), chosen as (
      select order_id, row_number() over (order by order_id desc) as number
      from value_answers join first on first.id = value_answers.product_id
      where answer <> 'less' and answered_at < ${now}::timestamptz - interval '2 days'
      order by order_id desc limit 2
    ), pictures as (
      select products.photos -> 0 as photo, row_number() over (order by products.id) as number
      from products join first on products.type_ids && first.type_ids and products.id <> first.id
      where jsonb_array_length(products.photos) > 0 order by products.id limit 2
    )
    update value_answers set photo = pictures.photo, may_be_shown = true, pinned_at = answered_at + interval '1 day'
    from chosen join pictures using (number)
    where value_answers.order_id = chosen.order_id`.execute(trx);
  // One of two cancellations by a seller was late.
  await sql`
    insert into seller_cancellations (order_id, cancelled_at, minutes_ahead, first_until)
    select id, pickup_start - ahead, extract(epoch from ahead)::int / 60,
      case when ahead < interval '24 hours' then pickup_start - ahead + interval '30 days' end
    from (
      select id, pickup_start, case when id % 2 = 0 then interval '5 hours' else interval '30 hours' end as ahead
      from orders where state = 'cancelled_by_store'
    ) cancelled`.execute(trx);
}
