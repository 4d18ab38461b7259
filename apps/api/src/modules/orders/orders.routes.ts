import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { reportOrder, uploadReportPhoto, validateReport } from './feedback/reports.ts';
import { listSellerReviews, rateOrder } from './feedback/reviews.ts';
import { buildBuyerOrderView } from './order-view.ts';
import { findMyOrder, listMyOrders, sumSavedSince } from './orders.queries.ts';
import { cancelOrder } from './refunds/cancel-order.ts';
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
  route(endpoints.uploadReportPhoto, (call) => uploadReportPhoto(context, call));
  route(endpoints.reportOrder, (call) => reportOrder(context, call), {
    validate: (call) => validateReport(context, call),
  });

  route(endpoints.listSellerReviews, (call, db) => listSellerReviews({ ...context, db }, call));

  sellerOrderRoutes(context, http);
}
