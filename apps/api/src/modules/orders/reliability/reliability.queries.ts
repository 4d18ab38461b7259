import { COUNTED_ORDERS } from '@wopack/domain';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { isBoughtByMember } from '../orders.queries.ts';

interface SellerCancellation {
  order_id: number;
  cancelled_at: Date;
  minutes_ahead: number;
  first_until: Date | null;
}

/** Of an order of which some packs were cancelled before, the later one counts. Returns until when its buyer is first. */
export async function insertSellerCancellation(
  trx: Trx,
  cancellation: SellerCancellation,
): Promise<Date | null> {
  await trx
    .insertInto('seller_cancellations')
    .values(cancellation)
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet(({ ref }) => ({
          cancelled_at: ref('excluded.cancelled_at'),
          minutes_ahead: ref('excluded.minutes_ahead'),
        }))
        .whereRef('excluded.minutes_ahead', '<', 'seller_cancellations.minutes_ahead'),
    )
    .execute();
  const { first_until: firstUntil } = await trx
    .selectFrom('seller_cancellations')
    .select('first_until')
    .where('order_id', '=', cancellation.order_id)
    .executeTakeFirstOrThrow();
  return firstUntil;
}

/** Uses up one right to be first in a waitlist of a product, the one that ends soonest. Returns false without any. */
export async function takeFirstPlace(
  trx: Trx,
  { userId, productId, now }: { userId: number; productId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('seller_cancellations')
    .set({ first_used_at: now })
    .where('order_id', '=', (eb) =>
      eb
        .selectFrom('seller_cancellations as right')
        .innerJoin('orders', 'orders.id', 'right.order_id')
        .select('right.order_id')
        .where('orders.user_id', '=', userId)
        .where('orders.product_id', '=', productId)
        .where('right.first_until', '>', now)
        .where('right.first_used_at', 'is', null)
        .orderBy('right.first_until')
        .limit(1)
        .forUpdate('right'),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The last orders of a sale place that its seller kept or cancelled, by the beginning of their windows, the newest first.
 * Kept is what was handed out, whatever became of it, and what nobody collected. Left out: open orders, those that the
 * buyer, an operator or the bank ended before, and those that members bought and got.
 */
export async function listCountedOrders(db: DbOrTrx, salePlaceId: number) {
  const { rows } = await sql<{ minutes_ahead: number | null; cancelled_at: Date | null }>`
    select cancellation.minutes_ahead, cancellation.cancelled_at
    from orders left join seller_cancellations cancellation on cancellation.order_id = orders.id
    where orders.sale_place_id = ${salePlaceId}
      and (cancellation.order_id is not null or
        (orders.state in ('collected', 'not_collected') or orders.collected_at is not null) and not ${isBoughtByMember})
    order by orders.pickup_start desc, orders.id desc limit ${sql.lit(COUNTED_ORDERS)}`.execute(db);
  return rows;
}

/** Sale places, by id, with a window that began since an instant. */
export const listSalePlacesToCount = async (
  db: DbOrTrx,
  { since, now, after, limit }: { since: Date; now: Date; after: number; limit: number },
): Promise<number[]> =>
  (
    await db
      .selectFrom('orders')
      .select('sale_place_id')
      .distinct()
      .where('pickup_start', '>=', since)
      .where('pickup_start', '<=', now)
      .where('sale_place_id', '>', after)
      .orderBy('sale_place_id')
      .limit(limit)
      .execute()
  ).map(({ sale_place_id }) => sale_place_id);
