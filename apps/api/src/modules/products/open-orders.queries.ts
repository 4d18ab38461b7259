import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Units of these products that are paid and not handed out, and units on hold. */
export async function countOpenOrdersAndHolds(
  trx: Trx,
  productIds: number[],
): Promise<{ orders: number; holds: number }> {
  if (productIds.length === 0) return { orders: 0, holds: 0 };
  const slots = trx.selectFrom('pickup_slots').where('pickup_slots.product_id', 'in', productIds);
  // One statement reads one snapshot, so a hold that becomes an order meanwhile is counted once.
  return trx
    .selectNoFrom([
      slots
        .innerJoin('orders', 'orders.slot_id', 'pickup_slots.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('orders.state', '=', 'paid')
        .$asScalar()
        .$notNull()
        .as('orders'),
      slots
        .innerJoin('payments', 'payments.slot_id', 'pickup_slots.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('payments.state', '=', 'pending')
        .$asScalar()
        .$notNull()
        .as('holds'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Waits for transactions that are taking a unit of these products and blocks further ones until this
 * transaction ends.
 */
export const lockSlots = (trx: Trx, productIds: number[], now: Date) =>
  trx
    .selectFrom('pickup_slots')
    .select('id')
    .where('product_id', 'in', productIds.length ? productIds : [0])
    .where('ends_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();

export const lockProductIdsOfSalePlace = async (trx: Trx, salePlaceId: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('products')
      .select('id')
      .where('sale_place_id', '=', salePlaceId)
      .where('state', '!=', 'removed')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id);

/** The rows stay, because past orders refer to them. */
export async function markProductsRemoved(trx: Trx, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('products').set({ state: 'removed' }).where('id', 'in', ids).execute();
  await trx
    .updateTable('pickup_slots')
    .set({ closed: true })
    .where('product_id', 'in', ids)
    .where('ends_at', '>', now)
    .execute();
}
