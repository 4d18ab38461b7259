import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { readPin } from './pin/pins.ts';

const listOrdersOf = (db: DbOrTrx, side: 'user_id' | 'seller_id', userId: number) =>
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

/** Ratings and reports of a buyer's orders, by order id. */
async function loadRatingsAndReports(db: DbOrTrx, userId: number) {
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

const listMessagesOfSeller = (db: DbOrTrx, sellerId: number) =>
  db
    .selectFrom('report_messages')
    .innerJoin('orders', 'orders.id', 'report_messages.order_id')
    .select(['report_messages.order_id', 'report_messages.text', 'report_messages.created_at'])
    .where('orders.seller_id', '=', sellerId)
    .where('report_messages.author', '=', 'seller')
    .orderBy('report_messages.id')
    .execute();

type Row = Awaited<ReturnType<typeof listOrdersOf>>[number];

const buildOrderExport = (row: Row) => ({
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

/** What a seller wrote to buyers and operators. */
async function eraseWordsOfSeller(trx: Trx, userId: number): Promise<void> {
  const sales = trx.selectFrom('orders').select('id').where('seller_id', '=', userId);
  await trx
    .updateTable('reports')
    .set({ answer: '' })
    .where('order_id', 'in', sales)
    .where('answered_by', '=', 'seller')
    .execute();
  await trx
    .updateTable('report_messages')
    .set({ text: '' })
    .where('order_id', 'in', sales)
    .where('author', '=', 'seller')
    .execute();
  await trx
    .updateTable('order_refunds')
    .set({ reason: '' })
    .where('order_id', 'in', sales)
    .where('decided_by', '=', 'seller')
    .execute();
  await trx
    .updateTable('orders')
    .set({ cancel_reason: '' })
    .where('seller_id', '=', userId)
    .where('state', '=', 'cancelled_by_store')
    .execute();
}

/** Orders stay, because the other party needs them; the user's row is anonymised by then. */
export const orderPersonalData: PersonalDataHandler = {
  async export(db, userId, secrets) {
    const [purchases, sales, { ratings, reports }, messages] = await Promise.all([
      listOrdersOf(db, 'user_id', userId),
      listOrdersOf(db, 'seller_id', userId),
      loadRatingsAndReports(db, userId),
      listMessagesOfSeller(db, userId),
    ]);
    const answers = await db
      .selectFrom('reports')
      .innerJoin('orders', 'orders.id', 'reports.order_id')
      .select(['reports.order_id', 'reports.answer'])
      .where('orders.seller_id', '=', userId)
      .where('reports.answered_by', '=', 'seller')
      .execute();
    const answersByOrder = new Map(answers.map(({ order_id, answer }) => [order_id, answer]));
    const messagesByOrder = Map.groupBy(messages, ({ order_id }) => order_id);
    return {
      orders: purchases.map((row) => ({
        ...buildOrderExport(row),
        address: row.address,
        pin: readPin(secrets, row.pin) ?? '',
        cancel_reason: row.cancel_reason,
        rating: ratings.get(row.id) ?? null,
        report: reports.get(row.id) ?? null,
      })),
      sales: sales.map((row) => ({
        ...buildOrderExport(row),
        ...(row.state === 'cancelled_by_store' && { cancel_reason: row.cancel_reason }),
        report_answer: answersByOrder.get(row.id) ?? null,
        commission_cents: row.commission_cents,
        earning_cents: row.earning_cents,
        report_messages: (messagesByOrder.get(row.id) ?? []).map(({ text, created_at }) => ({
          text,
          created_at: created_at.toISOString(),
        })),
      })),
    };
  },
  async listDeletionBlockers(db, userId) {
    const listOpenOrderIds = async (side: 'user_id' | 'seller_id') => {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where('state', '=', 'paid')
        .where(side, '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id).join(', ');
    };
    const [purchases, sales] = [await listOpenOrderIds('user_id'), await listOpenOrderIds('seller_id')];
    return [
      ...(purchases ? [{ name: 'bought' as const, detail: purchases }] : []),
      ...(sales ? [{ name: 'sold' as const, detail: sales }] : []),
    ];
  },
  /** Stars stay in the mean rating; texts are erased, because they may identify their author. */
  async erase(trx, userId) {
    const userOrders = trx.selectFrom('orders').select('id').where('user_id', '=', userId);
    const reports = await trx
      .selectFrom('reports')
      .select('photo')
      .where('order_id', 'in', userOrders)
      .execute();
    await trx.updateTable('ratings').set({ text: '' }).where('order_id', 'in', userOrders).execute();
    await trx
      .updateTable('reports')
      .set({ text: '', photo: null })
      .where('order_id', 'in', userOrders)
      .execute();
    await eraseWordsOfSeller(trx, userId);
    // Answers and reasons may name their recipient.
    await trx
      .updateTable('reports')
      .set({ answer: '' })
      .where('order_id', 'in', userOrders)
      .where('answer', 'is not', null)
      .execute();
    await trx.updateTable('report_messages').set({ text: '' }).where('order_id', 'in', userOrders).execute();
    await trx.updateTable('order_refunds').set({ reason: '' }).where('order_id', 'in', userOrders).execute();
    await trx
      .updateTable('orders')
      .set({ cancel_reason: null })
      .where('user_id', '=', userId)
      .where('state', '=', 'cancelled_by_buyer')
      .execute();
    return reports.flatMap(({ photo }) => photo ?? []);
  },
};
