import { DAY_MS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/**
 * What the team of the demo seller did, as the modules would have noted it: who joined, the device, the hand-outs of a
 * week with their people, yesterday's stock, the invitation. At the first sale place the member at the
 * counter hands out at its device, at the others the manager.
 */
export async function insertDemoActivity(
  trx: Trx,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  await sql`
    update orders
    set handed_out_by = members.user_id, handed_out_device_id = case members.role when 'counter' then devices.id end
    from members, devices
    where orders.seller_id = ${sellerId} and orders.state = 'collected' and orders.collected_at > ${weekAgo}
      and members.business_id = ${sellerId} and members.user_id <> orders.user_id and devices.business_id = ${sellerId}
      and members.role = case orders.sale_place_id when devices.sale_place_id then 'counter' else 'manager' end`.execute(
    trx,
  );
  await sql`
    insert into activity (business_id, sale_place_id, user_id, device_id, kind, product_id, order_id, subject_user_id,
      invitation_id, old_values, new_values, created_at)
    select ${sellerId}, * from (
      select null::int as sale_place_id, user_id, null::int as device_id, 'member_joined' as kind,
        null::int as product_id, null::int as order_id, user_id as subject_user_id, null::int as invitation_id,
        null::jsonb as old_values, jsonb_build_object('role', role) as new_values, joined_at as created_at
      from members where business_id = ${sellerId} and user_id <> ${sellerId}
      union all
      select sale_place_id, ${sellerId}, id, 'device_added', null, null, null, null, null, null, created_at
      from devices where business_id = ${sellerId}
      union all
      select sale_place_id, null, id, 'device_paired', null, null, null, null, null, null, paired_at
      from devices where business_id = ${sellerId}
      union all
      select sale_place_id, handed_out_by, handed_out_device_id, 'handed_out', product_id, id, null, null, null, null,
        collected_at
      from orders where seller_id = ${sellerId} and handed_out_by is not null
      union all
      select sale_places.id, manager.user_id, null, 'stock_changed', products.id, null, null, null,
        jsonb_build_object('quantity', quantity - 1),
        jsonb_build_object('quantity', quantity, 'date', slots.date::text), slots.starts_at - interval '2 hours'
      from sale_places
      join products on products.sale_place_id = sale_places.id
      join pickup_slots slots on slots.product_id = products.id
      join members manager on manager.business_id = sale_places.seller_id and manager.role = 'manager'
      where sale_places.seller_id = ${sellerId} and quantity > 1
        and slots.ends_at between ${now}::timestamptz - interval '1 day' and ${now}
      union all
      select null, invited_by, null, 'member_invited', null, null, null, id, null,
        jsonb_build_object('role', role, 'sale_places', cardinality(sale_place_ids)), sent_at
      from member_invitations where business_id = ${sellerId}
    ) entries
    order by created_at`.execute(trx);
}
