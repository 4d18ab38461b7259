import type { DbOrTrx } from '../../platform/db/database.ts';
import type { Keeper } from '../../platform/keeper.ts';
import { readPin } from './pins.ts';

const ordersOf = (db: DbOrTrx, side: 'user_id' | 'seller_id', userId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['orders.id', 'orders.state', 'orders.product_id', 'orders.product_name', 'orders.sale_place_id'])
    .select([
      'orders.price_cents',
      'orders.refunded_cents',
      'orders.commission_cents',
      'orders.earning_cents',
    ])
    .select(['orders.pickup_start', 'orders.pickup_end', 'orders.collected_at', 'orders.created_at'])
    .select(['orders.pin', 'orders.cancel_reason'])
    .select(['sale_places.name as place_name', 'sale_places.address'])
    .where(`orders.${side}`, '=', userId)
    .orderBy('orders.id')
    .execute();

/** What they said about what they bought. */
async function opinionsOf(db: DbOrTrx, userId: number) {
  const [ratings, reports] = await Promise.all([
    db
      .selectFrom('ratings')
      .innerJoin('orders', 'orders.id', 'ratings.order_id')
      .select(['ratings.order_id', 'ratings.stars', 'ratings.text', 'ratings.created_at'])
      .where('orders.user_id', '=', userId)
      .execute(),
    db
      .selectFrom('reports')
      .innerJoin('orders', 'orders.id', 'reports.order_id')
      .select(['reports.order_id', 'reports.text', 'reports.photo', 'reports.answer', 'reports.created_at'])
      .where('orders.user_id', '=', userId)
      .execute(),
  ]);
  return {
    ratings: new Map(
      ratings.map(({ order_id, stars, text, created_at }) => [
        order_id,
        { stars, text, created_at: created_at.toISOString() },
      ]),
    ),
    reports: new Map(
      reports.map(({ order_id, text, photo, answer, created_at }) => [
        order_id,
        { text, photo: photo?.path ?? null, answer, created_at: created_at.toISOString() },
      ]),
    ),
  };
}

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
  async export(db, userId, secrets) {
    const [bought, sold, { ratings, reports }] = await Promise.all([
      ordersOf(db, 'user_id', userId),
      ordersOf(db, 'seller_id', userId),
      opinionsOf(db, userId),
    ]);
    return {
      orders: bought.map((row) => ({
        ...ofBoth(row),
        address: row.address,
        pin: readPin(secrets, row.pin) ?? '',
        cancel_reason: row.cancel_reason,
        rating: ratings.get(row.id) ?? null,
        report: reports.get(row.id) ?? null,
      })),
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
  /** The stars stay in the venue's mean; what was written may say who wrote it. */
  async erase(trx, userId) {
    const theirs = trx.selectFrom('orders').select('id').where('user_id', '=', userId);
    const reports = await trx.selectFrom('reports').select('photo').where('order_id', 'in', theirs).execute();
    await trx.updateTable('ratings').set({ text: '' }).where('order_id', 'in', theirs).execute();
    await trx.updateTable('reports').set({ text: '', photo: null }).where('order_id', 'in', theirs).execute();
    // Answers and reasons may name who they were written to.
    await trx
      .updateTable('reports')
      .set({ answer: '' })
      .where('order_id', 'in', theirs)
      .where('answer', 'is not', null)
      .execute();
    await trx.updateTable('order_refunds').set({ reason: '' }).where('order_id', 'in', theirs).execute();
    await trx
      .updateTable('orders')
      .set({ cancel_reason: null })
      .where('user_id', '=', userId)
      .where('state', '=', 'cancelled_by_buyer')
      .execute();
    return reports.flatMap(({ photo }) => photo ?? []);
  },
};
