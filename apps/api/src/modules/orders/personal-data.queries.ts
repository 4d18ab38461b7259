import type { OrderState } from '@wopack/contract';
import { sql } from 'kysely';
import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { insertUpload } from '../uploads/index.ts';
import { loadLinksOfOrders } from './friend/friend-links.queries.ts';
import { deleteInvoiceDetails, findInvoiceDetails } from './invoices/invoices.queries.ts';
import { SOLD_STATES } from './orders.rules.ts';
import { readPin } from './pin/pins.ts';
import { withdrawAnswers } from './value/value.queries.ts';

const selectOrders = (db: DbOrTrx) =>
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
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.handed_out_quantity'])
    .select(['orders.credit_cents', 'orders.discount_cents', 'orders.discount_payer'])
    .select(['orders.pin', 'orders.cancel_reason', 'orders.invoice_name', 'orders.invoice_tax_number'])
    .select(['sale_places.name as place_name', 'sale_places.address']);

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

/** By the index of a buyer's orders. */
const readPurchases = (db: DbOrTrx, userId: number) => (last: Row | null, limit: number) =>
  selectOrders(db)
    .where('orders.user_id', '=', userId)
    .$if(last !== null, (query) => query.where('orders.id', '>', last!.id))
    .orderBy('orders.id')
    .limit(limit)
    .execute();

/** By the index of a seller's orders. */
const readSales = (db: DbOrTrx, sellerId: number) => (last: Row | null, limit: number) =>
  selectOrders(db)
    .where('orders.seller_id', '=', sellerId)
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('orders.pickup_start', 'orders.id'), '>', tuple(last!.pickup_start, last!.id)),
      ),
    )
    .orderBy('orders.pickup_start')
    .orderBy('orders.id')
    .limit(limit)
    .execute();

const anyOrder = (orderIds: readonly number[]) => sql<number>`any(${orderIds}::int[])`;

/** Ratings, reports and answers about the value of orders, by order id. */
async function loadRatingsAndReports(db: DbOrTrx, orderIds: readonly number[]) {
  const ratings = await db
    .selectFrom('ratings')
    .select(['order_id', 'stars', 'text', 'created_at'])
    .where('order_id', '=', anyOrder(orderIds))
    .execute();
  const replies = await loadReviewReplies(db, orderIds);
  const reports = await db
    .selectFrom('reports')
    .select(['order_id', 'text', 'wish', 'photo', 'answer', 'answered_by', 'created_at'])
    .where('order_id', '=', anyOrder(orderIds))
    .execute();
  const answers = await db
    .selectFrom('value_answers')
    .select(['order_id', 'answer', 'answered_at', 'photo', 'may_be_shown'])
    .where('order_id', '=', anyOrder(orderIds))
    .where('answer', 'is not', null)
    .execute();
  return {
    answers: new Map(
      answers.map(({ order_id, answer, answered_at, photo, may_be_shown }) => [
        order_id,
        { answer: answer!, may_be_shown, photo: photo?.path ?? null, answered_at: answered_at.toISOString() },
      ]),
    ),
    ratings: new Map(
      ratings.map(({ order_id, stars, text, created_at }) => [
        order_id,
        { stars, text, reply: replies.get(order_id)?.text ?? null, created_at: created_at.toISOString() },
      ]),
    ),
    reports: new Map(reports.map((report) => [report.order_id, report])),
  };
}

/** What a seller answered to reviews, by order id. */
async function loadReviewReplies(db: DbOrTrx, orderIds: readonly number[]) {
  const replies = await db
    .selectFrom('review_replies')
    .select(['order_id', 'text', 'created_at'])
    .where('order_id', '=', anyOrder(orderIds))
    .execute();
  return new Map(replies.map(({ order_id, text, created_at }) => [order_id, { text, created_at }]));
}

const listMessagesOfSeller = (db: DbOrTrx, orderIds: readonly number[]) =>
  db
    .selectFrom('report_messages')
    .select(['order_id', 'text', 'created_at'])
    .where('order_id', '=', anyOrder(orderIds))
    .where('author', '=', 'seller')
    .orderBy('id')
    .execute();

const buildOrderExport = (row: Row) => ({
  id: row.id,
  state: row.state,
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
  price_cents: row.price_cents,
  quantity: row.quantity,
  returned_quantity: row.returned_quantity,
  handed_out_quantity: row.handed_out_quantity,
  refunded_cents: row.refunded_cents,
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Orders whose reason the seller wrote; a refund has one only if it was a late cancellation. */
const REASON_OF_SELLER_STATES: OrderState[] = ['cancelled_by_store', 'refunded'];
const isReasonOfSeller = (state: OrderState): boolean => REASON_OF_SELLER_STATES.includes(state);

const listIds = (rows: readonly Row[]) => rows.map(({ id }) => id);

async function* exportPurchases(db: DbOrTrx, userId: number, secrets: Secrets) {
  for await (const rows of readBatches(readPurchases(db, userId))) {
    const { ratings, reports, answers } = await loadRatingsAndReports(db, listIds(rows));
    const linksByOrder = await loadLinksOfOrders(db, listIds(rows));
    yield rows.map((row) => {
      const report = reports.get(row.id);
      const links = linksByOrder.get(row.id) ?? [];
      return {
        ...buildOrderExport(row),
        address: row.address,
        credit_cents: row.credit_cents,
        discount_cents: row.discount_cents,
        // That of a friend is the friend's.
        pin: links.some(({ opened_at }) => opened_at) ? '' : (readPin(secrets, row.pin) ?? ''),
        friend_links: links.map((link) => ({
          created_at: link.created_at.toISOString(),
          opened_at: link.opened_at?.toISOString() ?? null,
          taken_back_at: link.taken_back_at?.toISOString() ?? null,
        })),
        cancel_reason: row.cancel_reason,
        invoice_name: row.invoice_name,
        invoice_tax_number: row.invoice_tax_number,
        rating: ratings.get(row.id) ?? null,
        value_answer: answers.get(row.id) ?? null,
        report: report
          ? {
              text: report.text,
              wish: report.wish,
              photo: report.photo?.path ?? null,
              answer: report.answer,
              created_at: report.created_at.toISOString(),
            }
          : null,
      };
    });
  }
}

async function* exportSales(db: DbOrTrx, sellerIds: readonly number[]) {
  for (const sellerId of sellerIds)
    for await (const rows of readBatches(readSales(db, sellerId))) {
      const { reports } = await loadRatingsAndReports(db, listIds(rows));
      const replies = await loadReviewReplies(db, listIds(rows));
      const messages = await listMessagesOfSeller(db, listIds(rows));
      const messagesByOrder = Map.groupBy(messages, ({ order_id }) => order_id);
      yield rows.map((row) => {
        const report = reports.get(row.id);
        const reply = replies.get(row.id);
        return {
          ...buildOrderExport(row),
          ...(isReasonOfSeller(row.state) && { cancel_reason: row.cancel_reason }),
          review_reply: reply ? { text: reply.text, created_at: reply.created_at.toISOString() } : null,
          report_answer: report?.answered_by === 'seller' ? report.answer : null,
          commission_cents: row.commission_cents,
          earning_cents: row.earning_cents,
          discount_cents: row.discount_cents,
          discount_payer: row.discount_payer,
          report_messages: (messagesByOrder.get(row.id) ?? []).map(({ text, created_at }) => ({
            text,
            created_at: created_at.toISOString(),
          })),
        };
      });
    }
}

/** What a seller wrote to buyers and operators. */
async function eraseWordsOfSeller(trx: Trx, sellerId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ cancel_reason: '', cancel_reason_code: null })
    .where('seller_id', '=', sellerId)
    .where('state', 'in', REASON_OF_SELLER_STATES)
    .execute();
  const sales = trx.selectFrom('orders').select('id').where('seller_id', '=', sellerId);
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
  await trx.deleteFrom('review_replies').where('order_id', 'in', sales).execute();
  await trx
    .deleteFrom('review_translations')
    .where('order_id', 'in', sales)
    .where('author', '=', 'seller')
    .execute();
  await trx
    .updateTable('order_refunds')
    .set({ reason: '' })
    .where('order_id', 'in', sales)
    .where('decided_by', '=', 'seller')
    .execute();
}

/** Orders stay, because the other party needs them; the user's row is anonymised by then. */
export const orderPersonalData: PersonalDataHandler = {
  async export(db, { id: userId, businessIds }, secrets) {
    return {
      orders: exportPurchases(db, userId, secrets),
      sales: exportSales(db, businessIds),
      invoice_details: (await findInvoiceDetails(db, userId)) ?? null,
    };
  },
  /** Answers leave the figures with their account; photos wait for its erasure as unused uploads. */
  async unpublish(trx, { id: userId }, now) {
    for (const photo of await withdrawAnswers(trx, { userId }))
      await insertUpload(trx, { ...photo, user_id: userId, created_at: now });
  },
  async listDeletionBlockers(db, { id: userId, businessIds }) {
    const listOpenOrderIds = async (side: 'user_id' | 'seller_id', ids: readonly number[]) => {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where('state', '=', 'paid')
        .where(side, '=', sql<number>`any(${ids}::int[])`)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id).join(', ');
    };
    const purchases = await listOpenOrderIds('user_id', [userId]);
    const sales = await listOpenOrderIds('seller_id', businessIds);
    return [
      ...(purchases ? [{ name: 'bought' as const, detail: purchases }] : []),
      ...(sales ? [{ name: 'sold' as const, detail: sales }] : []),
    ];
  },
  /** Stars stay in the mean rating; texts are erased, because they may identify their author. */
  async erase(trx, { id: userId, businessIds }) {
    await trx
      .updateTable('orders')
      .set({ cancel_reason: null, cancel_reason_code: null })
      .where('user_id', '=', userId)
      .where('state', '=', 'cancelled_by_buyer')
      .execute();
    // Of what was sold they belong to the seller's accounts, until their retention is over.
    await trx
      .updateTable('orders')
      .set({ invoice_name: null, invoice_tax_number: null, invoice_given_at: null })
      .where('user_id', '=', userId)
      .where('state', 'not in', SOLD_STATES)
      .where('invoice_tax_number', 'is not', null)
      .execute();
    await deleteInvoiceDetails(trx, userId);
    await trx
      .deleteFrom('friend_links')
      .where('order_id', 'in', trx.selectFrom('orders').select('id').where('user_id', '=', userId))
      .execute();
    for (const id of businessIds) await eraseWordsOfSeller(trx, id);
    const userOrders = trx.selectFrom('orders').select('id').where('user_id', '=', userId);
    const reports = await trx
      .selectFrom('reports')
      .select('photo')
      .where('order_id', 'in', userOrders)
      .execute();
    await trx.updateTable('ratings').set({ text: '' }).where('order_id', 'in', userOrders).execute();
    await trx
      .updateTable('reports')
      .set({ text: '', photo: null, translations: '{}' })
      .where('order_id', 'in', userOrders)
      .execute();
    // Answers and reasons may name their recipient.
    await trx.deleteFrom('review_replies').where('order_id', 'in', userOrders).execute();
    // After their texts, which a translation is inserted with.
    await trx.deleteFrom('review_translations').where('order_id', 'in', userOrders).execute();
    await trx
      .updateTable('reports')
      .set({ answer: '' })
      .where('order_id', 'in', userOrders)
      .where('answer', 'is not', null)
      .execute();
    await trx.updateTable('report_messages').set({ text: '' }).where('order_id', 'in', userOrders).execute();
    await trx.updateTable('order_refunds').set({ reason: '' }).where('order_id', 'in', userOrders).execute();
    return reports.flatMap(({ photo }) => photo ?? []);
  },
};
