import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { cancelSellerOrder, cancelSlot } from './cancel-by-store.ts';
import { cancelOrder } from './cancel-order.ts';
import { checkPin, handOut } from './hand-out.ts';
import { buyersView, sellersView } from './order-view.ts';
import { findMyOrder, listMyOrders, savedSince } from './orders.queries.ts';
import { rateOrder } from './rate-order.ts';
import { reportOrder, uploadReportPhoto } from './report-order.ts';
import { sellerSales } from './sales/seller-sales.ts';
import { sellerSalesCsv } from './sales/seller-sales-csv.ts';
import { listSellersOrders, placesOf } from './seller-orders.queries.ts';
import { sellerReviews } from './seller-reviews.ts';
import { sellerToday } from './seller-today.ts';

export function orderRoutes(context: Context, { route, files }: Http): void {
  const { db, clock } = context;

  route(endpoints.listOrders, async ({ actor, query, language }) => {
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const limit = query.limit ?? 20;
    const now = clock.now();
    const yearStart = new Date(Date.UTC(now.getUTCFullYear(), 0, 1));
    const [rows, summary] = await Promise.all([
      listMyOrders(db, actor.id, before, limit + 1),
      savedSince(db, actor.id, yearStart),
    ]);
    const page = rows.slice(0, limit);
    return {
      data: page.map((row) => buyersView(row, language, now)),
      next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
      summary,
    };
  });

  route(endpoints.showOrder, async ({ actor, params, language }) => {
    const row = await findMyOrder(db, actor.id, params.id);
    if (!row) throw new AppError('notFound');
    return { data: buyersView(row, language, clock.now()) };
  });

  route(endpoints.cancelOrder, (call) => cancelOrder(context, call));
  route(endpoints.rateOrder, (call) => rateOrder(context, call));
  route(endpoints.uploadReportPhoto, (call) => uploadReportPhoto(context, call), {
    limit: { max: 20, window: '1 minute', by: 'person' },
  });
  route(endpoints.reportOrder, (call) => reportOrder(context, call));

  route(endpoints.sellerReviews, (call) => sellerReviews(context, call));
  route(endpoints.sellerOrders, async ({ actor, query, language }) => {
    const placeId = query.sale_place_id ?? null;
    if (placeId !== null && (await placesOf(db, actor.id, placeId)).length === 0)
      throw new AppError('notFound');
    const now = clock.now();
    const rows = await listSellersOrders(db, actor.id, { placeId, date: query.date ?? null, now });
    return { data: rows.map((row) => sellersView(row, language, now)) };
  });

  route(endpoints.sellerToday, (call) => sellerToday(context, call));
  route(endpoints.sellerSales, (call) => sellerSales(context, call));
  files(endpoints.sellerSalesCsv, (call) => sellerSalesCsv(context, call));
  route(endpoints.cancelSellerOrder, (call) => cancelSellerOrder(context, call));
  route(endpoints.cancelSlot, (call) => cancelSlot(context, call));
  route(endpoints.checkPin, (call) => checkPin(context, call));
  route(endpoints.handOut, (call) => handOut(context, call));
}
