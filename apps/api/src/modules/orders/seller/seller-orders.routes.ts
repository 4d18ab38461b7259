import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import type { RateLimit } from '../../../platform/http/rate-limits.ts';
import { routeRead } from '../../../platform/http/route.ts';
import { createStreamLimiter } from '../../../platform/http/stream-route.ts';
import { answerReport, validateAnswer } from '../feedback/reports.ts';
import { checkPin, handOut } from '../pin/hand-out.ts';
import { cancelSellerOrder, cancelSlot, validateReason } from '../refunds/cancel-order.ts';
import { exportSalesStatistics, getSalesStatistics, validateSales } from '../statistics/sales-statistics.ts';
import { createOrderFeed } from './seller-events.ts';
import {
  getSellerTaskCounts,
  getSellerToday,
  listSellerOrdersPage,
  listSellerReportsPage,
} from './seller-orders.ts';

/** Right PINs do not count as attempts; this limits them as well. */
const pinLimit: RateLimit[] = [
  { max: 120, window: '1 minute' },
  { max: 30, window: '1 minute', by: 'person' },
];

/** Order calls of sellers. */
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
