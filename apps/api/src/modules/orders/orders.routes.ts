import { endpoints } from '@wopack/contract';
import { ratingDeadline } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { routeRead } from '../../platform/http/route-read.ts';
import { addProductRating, returnUnit } from '../products/index.ts';
import { buildBuyerOrderView } from './order-view.ts';
import { findMyOrder, insertRating, listMyOrders, lockMyOrder, sumSavedSince } from './orders.queries.ts';
import { buyerCancellation, checkTransition } from './orders.rules.ts';
import { reportOrder, uploadReportPhoto, validateReport } from './reports/report-order.ts';
import { reverseSale } from './reverse-sale.ts';
import { listSellerReviews } from './reviews/seller-reviews.ts';
import { scheduleSellerNotification } from './seller/seller-notification.ts';
import { sellerOrderRoutes } from './seller/seller-orders.routes.ts';

export function orderRoutes(context: Context, http: Http): void {
  const { db, clock, secrets } = context;
  const { route } = http;

  route(endpoints.listOrders, async ({ actor, query, language }) => {
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const limit = query.limit ?? 20;
    const now = clock.now();
    const yearStart = new Date(Date.UTC(now.getUTCFullYear(), 0, 1));
    const [rows, summary] = await Promise.all([
      listMyOrders(db, actor.id, before, limit + 1),
      sumSavedSince(db, actor.id, yearStart),
    ]);
    const page = rows.slice(0, limit);
    return {
      data: page.map((row) => buildBuyerOrderView(row, language, now, secrets)),
      next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
      summary,
    };
  });

  route(endpoints.getOrder, async ({ actor, params, language }) => {
    const row = await findMyOrder(db, actor.id, params.id);
    if (!row) throw new AppError('notFound');
    return { data: buildBuyerOrderView(row, language, clock.now(), secrets) };
  });

  route(endpoints.cancelOrder, (call) => cancelOrder(context, call));
  route(endpoints.rateOrder, (call) => rateOrder(context, call));
  route(endpoints.uploadReportPhoto, (call) => uploadReportPhoto(context, call), {
    limit: [
      { max: 20, window: '1 minute', by: 'person' },
      { max: 60, window: '1 minute' },
    ],
  });
  route(endpoints.reportOrder, (call) => reportOrder(context, call), {
    validate: (call) => validateReport(context, call),
  });

  route(endpoints.listSellerReviews, routeRead(context, listSellerReviews));

  sellerOrderRoutes(context, http);
}

/** Stars count for the pack and its venue, once an order. */
async function rateOrder(
  { db, clock, secrets }: Context,
  { actor, params, body, language }: Call<typeof endpoints.rateOrder>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (order.state !== 'collected' || !order.collected_at || now > ratingDeadline(order.collected_at)) {
      throw new AppError('conflict', { message: 'orders.notRateable' });
    }
    const rating = {
      ...{ order_id: order.id, seller_id: order.seller_id, stars: body.stars },
      ...{ text: body.text?.trim() ?? '', created_at: now },
    };
    if (!(await insertRating(trx, rating)))
      throw new AppError('conflict', { message: 'orders.alreadyRated' });
    await addProductRating(trx, order.product_id, body.stars);
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}

/** The buyer cancels: everything goes back, the pack is on sale again. */
async function cancelOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelOrder>,
) {
  const { db, clock, jobs } = context;
  const now = clock.now();
  const reason = body?.reason?.trim() || null;
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    const transition = checkTransition(order.state, 'cancelled_by_buyer');
    if (transition === 'done') return;
    const cancellation = buyerCancellation(order.state, order.pickup_start, now);
    if (transition === 'no' || cancellation === 'no')
      throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    if (cancellation === 'with_reason' && !reason)
      throw createValidationError('reason', 'orders.cancelReason');

    await reverseSale(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await returnUnit(trx, order.slot_id);
    await scheduleSellerNotification(context, trx, order.id, 'cancelled');
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'cancelled', orderId: order.id });
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, context.secrets),
  };
}
