import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reading } from '../../platform/http/reading.ts';
import { limitStreams } from '../../platform/http/stream-limit.ts';
import { answerReport, validateAnswer } from './answer-report.ts';
import { cancelSellerOrder, cancelSlot, validateReason } from './cancel-by-store.ts';
import { checkPin, handOut } from './hand-out.ts';
import { liveOrders } from './live-orders.ts';
import { validateSales } from './sales/sales-filter.ts';
import { sellerSales } from './sales/seller-sales.ts';
import { sellerSalesCsv } from './sales/seller-sales-csv.ts';
import { sellerOrders, sellerReports, sellerWaiting } from './seller-orders.ts';
import { sellerToday } from './seller-today.ts';

/** Right PINs cost no try; this bounds how many of them are asked for, too. */
const pinLimit: Limit[] = [
  { max: 120, window: '1 minute' },
  { max: 30, window: '1 minute', by: 'person' },
];

/** What those who sell see of orders and do with them. */
export function sellerRoutes(context: Context, { route, files, streams }: Http): void {
  route(endpoints.sellerOrders, (call) => sellerOrders(context, call));
  route(endpoints.sellerToday, (call) => sellerToday(context, call));
  route(endpoints.sellerWaiting, (call) => sellerWaiting(context, call));
  route(endpoints.sellerSales, reading(context, sellerSales), {
    validate: (call) => validateSales(context, call),
  });
  files(endpoints.sellerSalesCsv, (call) => sellerSalesCsv(context, call), {
    validate: (call) => validateSales(context, call),
  });
  route(endpoints.cancelSellerOrder, (call) => cancelSellerOrder(context, call), {
    validate: validateReason,
  });
  route(endpoints.cancelSlot, (call) => cancelSlot(context, call), { validate: validateReason });
  route(endpoints.sellerReports, (call) => sellerReports(context, call));
  route(endpoints.answerReport, (call) => answerReport(context, call), {
    validate: (call) => validateAnswer(context, call),
  });
  route(endpoints.checkPin, (call) => checkPin(context, call), { limit: pinLimit });
  route(endpoints.handOut, (call) => handOut(context, call), { limit: pinLimit });

  const watch = liveOrders(context);
  const count = limitStreams();
  streams(endpoints.sellerLive, ({ actor }, send) => {
    const uncount = count(actor.id);
    const stop = watch(actor.id, send);
    return () => {
      stop();
      uncount();
    };
  });
}
