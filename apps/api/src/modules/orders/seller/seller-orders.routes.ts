import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
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

/** Order calls of sellers. */
export function sellerOrderRoutes(context: Context, { route, fileRoute, streamRoute }: Http): void {
  route(endpoints.listSellerOrders, (call) => listSellerOrdersPage(context, call));
  route(endpoints.getSellerToday, (call) => getSellerToday(context, call));
  route(endpoints.getSellerTaskCounts, (call) => getSellerTaskCounts(context, call));
  route(endpoints.getSalesStatistics, (call, db) => getSalesStatistics({ ...context, db }, call), {
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
  route(endpoints.checkPin, (call) => checkPin(context, call));
  route(endpoints.handOut, (call) => handOut(context, call));

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
