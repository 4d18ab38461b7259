import type { DbOrTrx } from '../../platform/db/database.ts';
import type { Keeper } from '../../platform/keeper.ts';

const ordersOf = (db: DbOrTrx, side: 'user_id' | 'seller_id', userId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .selectAll('orders')
    .select(['sale_places.name as place_name', 'sale_places.address'])
    .where(`orders.${side}`, '=', userId)
    .orderBy('orders.id')
    .execute();

type Row = Awaited<ReturnType<typeof ordersOf>>[number];

const ofBoth = (row: Row) => ({
  id: row.id,
  state: row.state,
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
  price_cents: row.price_cents,
  refunded_cents: row.refunded_cents,
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Orders stay: the other side needs them. Who bought is a row without a person by then. */
export const orderKeeper: Keeper = {
  async export(db, userId) {
    const [bought, sold] = await Promise.all([
      ordersOf(db, 'user_id', userId),
      ordersOf(db, 'seller_id', userId),
    ]);
    return {
      orders: bought.map((row) => ({ ...ofBoth(row), address: row.address, pin: row.pin })),
      sales: sold.map((row) => ({
        ...ofBoth(row),
        commission_cents: row.commission_cents,
        earning_cents: row.earning_cents,
      })),
    };
  },
  async open(db, userId) {
    const numbers = async (side: 'user_id' | 'seller_id') => {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where('state', '=', 'paid')
        .where(side, '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id).join(', ');
    };
    const [bought, sold] = [await numbers('user_id'), await numbers('seller_id')];
    return [
      ...(bought ? [{ name: 'bought' as const, detail: bought }] : []),
      ...(sold ? [{ name: 'sold' as const, detail: sold }] : []),
    ];
  },
};
