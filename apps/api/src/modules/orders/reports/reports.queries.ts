import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const lockReport = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('reports')
    .select(['order_id', 'created_at', 'answer', 'answered_at', 'answered_by'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

export const updateReportAnswer = (
  trx: Trx,
  orderId: number,
  answer: { answer: string; answered_by: 'seller' | 'operator'; answered_at: Date },
) => trx.updateTable('reports').set(answer).where('order_id', '=', orderId).execute();

/** Reports that nobody answered since an instant, the oldest first: the operator's queue. */
export const listUnansweredReports = (db: DbOrTrx, createdBefore: Date, limit: number) =>
  db
    .selectFrom('reports')
    .innerJoin('orders', 'orders.id', 'reports.order_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['reports.order_id', 'reports.text', 'reports.photo', 'reports.created_at'])
    .select(['orders.seller_id', 'orders.user_id', 'orders.product_name', 'sale_places.name as place_name'])
    .select(['orders.price_cents', 'orders.earning_cents', 'orders.refunded_cents', 'orders.state'])
    .where('reports.answered_at', 'is', null)
    .where('reports.created_at', '<', createdBefore)
    .orderBy('reports.created_at')
    .limit(limit)
    .execute();
