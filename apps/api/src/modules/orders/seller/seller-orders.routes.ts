import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import type { RateLimit } from '../../../platform/http/rate-limits.ts';
import { routeRead } from '../../../platform/http/route-read.ts';
import { createStreamLimiter } from '../../../platform/http/stream-limit.ts';
import { cancelSellerOrder, cancelSlot, validateReason } from '../cancel-by-store.ts';
import { checkPin, handOut } from '../pin/hand-out.ts';
import { answerReport, validateAnswer } from '../reports/answer-report.ts';
import { exportSalesStatistics } from '../statistics/export-sales-statistics.ts';
import { validateSales } from '../statistics/sales-filter.ts';
import { getSalesStatistics } from '../statistics/sales-statistics.ts';
import { createOrderFeed } from './order-feed.ts';
import { getSellerTaskCounts, listSellerOrdersPage, listSellerReportsPage } from './seller-orders.ts';
import { getSellerToday } from './seller-today.ts';

/** Right PINs cost no try; this bounds how many of them are asked for, too. */
const pinLimit: RateLimit[] = [
  { max: 120, window: '1 minute' },
  { max: 30, window: '1 minute', by: 'person' },
];

/** What those who sell see of orders and do with them. */
export function sellerOrderRoutes(context: Context, { route, fileRoute, streamRoute }: Http): void {
  route(endpoints.listSellerOrders, (call) => listSellerOrdersPage(context, call));
  route(endpoints.getSellerToday, (call) => getSellerToday(context, call));
  route(endpoints.getSellerTaskCounts, (call) => getSellerTaskCounts(context, call));
  route(endpoints.getSalesStatistics, routeRead(context, getSalesStatistics), {
    validate: (call) => validateSales(context, call),
  });
  fileRoute(endpoints.exportSalesStatistics, (call) => exportSalesStatistics(context, call), {
    validate: (call) => validateSales(context, call),
  });
  route(endpoints.cancelSellerOrder, (call) => cancelSellerOrder(context, call), {
    validate: validateReason,
  });
  route(endpoints.cancelSlot, (call) => cancelSlot(context, call), { validate: validateReason });
  route(endpoints.listSellerReports, (call) => listSellerReportsPage(context, call));
  route(endpoints.answerReport, (call) => answerReport(context, call), {
    validate: (call) => validateAnswer(context, call),
  });
  route(endpoints.checkPin, (call) => checkPin(context, call), { limit: pinLimit });
  route(endpoints.handOut, (call) => handOut(context, call), { limit: pinLimit });

  const subscribe = createOrderFeed(context);
  const countStream = createStreamLimiter();
  streamRoute(endpoints.streamSellerOrders, ({ actor }, send) => {
    const releaseStream = countStream(actor.id);
    const unsubscribe = subscribe(actor.id, send);
    return () => {
      unsubscribe();
      releaseStream();
    };
  });
}
