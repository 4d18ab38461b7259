import { endpoints } from '@wopack/contract';
import { monthOf } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError, getBlankError } from '../../platform/http/app-error.ts';
import { uploadEvidence, uploadPhoto } from '../uploads/index.ts';
import { getCalendarFile, getCalendarLink } from './calendar-file.ts';
import { getCounter, sendCounterHandOuts } from './counter/counter.ts';
import {
  answerReport,
  reportOrder,
  sendReportMessage,
  validateAnswer,
  validateReport,
} from './feedback/reports.ts';
import {
  listMyReviews,
  listSalePlaceReviews,
  listSellerReviews,
  rateOrder,
  replyToReview,
  validateReply,
} from './feedback/reviews.ts';
import { createFriendLink, takeBackFriendLink } from './friend/friend-links.ts';
import { getFriendOrder, openFriendOrder } from './friend/friend-orders.ts';
import { sumImpact } from './impact/impact.queries.ts';
import { getBusinessImpact, getImpact, validateMonth } from './impact/impact.ts';
import { createImpactFiles } from './impact/impact-files.ts';
import { getSalePlaceImpact, getTownImpact, listTowns } from './impact/public-impact.ts';
import { deleteInvoiceDetails, findInvoiceDetails } from './invoices/invoices.queries.ts';
import { setOrderInvoice, validateOrderInvoice } from './invoices/invoices.ts';
import { createSellerOrderFeed } from './order-events.ts';
import { buildBuyerOrderView } from './order-view.ts';
import { findMyOrder, listMyOrders } from './orders.queries.ts';
import { checkPin, handOut, validateHandOut } from './pin/hand-out.ts';
import { createReceiptPdfs } from './receipts/receipts.ts';
import {
  cancelOrder,
  cancelSellerOrder,
  cancelSlot,
  refundSellerOrder,
  validateReason,
} from './refunds/cancel-order.ts';
import { withdrawFromOrder } from './refunds/withdraw.ts';
import {
  closeHandOutConflicts,
  getSellerTaskCounts,
  getSellerToday,
  listHandOutConflicts,
  listSellerOrdersPage,
  listSellerReportsPage,
} from './seller/seller-orders.ts';
import {
  compareSalePlaces,
  exportSalePlaces,
  exportSalesStatistics,
  getSalesStatistics,
  validateSales,
} from './statistics/sales-statistics.ts';
import { exportVatSales } from './statistics/vat-sales.ts';
import { answerValue, validateValueAnswer, withdrawValue } from './value/answer-value.ts';
import { acceptValueProposal, changeValuePhoto, getSellerValue } from './value/seller-value.ts';

export function orderRoutes(context: Context, http: Http): void {
  const { db, clock, secrets } = context;
  const { route, fileRoute } = http;

  route(endpoints.listOrders, async ({ actor, query, language }) => {
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const limit = query.limit ?? 20;
    const now = clock.now();
    const year = monthOf(now, context.config.operatorTimeZone).slice(0, 4);
    const [rows, { packs: count, saved_cents }] = await Promise.all([
      listMyOrders(db, actor.id, before, limit + 1),
      sumImpact(db, { userId: actor.id }, { from: `${year}-01`, to: `${year}-12` }),
    ]);
    const page = rows.slice(0, limit);
    return {
      data: page.map((row) => buildBuyerOrderView(row, language, now, secrets)),
      next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
      summary: { packs: count, saved_cents },
    };
  });

  route(endpoints.getOrder, async ({ actor, params, language }) => {
    const row = await findMyOrder(db, actor.id, params.id);
    if (!row) throw new AppError('notFound');
    return { data: buildBuyerOrderView(row, language, clock.now(), secrets) };
  });

  fileRoute(endpoints.exportReceiptPdf, createReceiptPdfs(context));
  impactRoutes(context, http);
  route(endpoints.setOrderInvoice, (call) => setOrderInvoice(context, call), {
    validate: (call) => validateOrderInvoice(context, call),
  });
  route(endpoints.getInvoiceDetails, async ({ actor }) => ({
    data: (await findInvoiceDetails(db, actor.id)) ?? null,
  }));
  route(endpoints.removeInvoiceDetails, async ({ actor }) => {
    await deleteInvoiceDetails(db, actor.id);
    return { data: null };
  });
  route(endpoints.cancelOrder, (call) => cancelOrder(context, call));
  route(endpoints.withdrawFromOrder, (call) => withdrawFromOrder(context, call));
  route(endpoints.createFriendLink, (call) => createFriendLink(context, call));
  route(endpoints.takeBackFriendLink, (call) => takeBackFriendLink(context, call));
  route(endpoints.getFriendOrder, (call) => getFriendOrder(context, call));
  route(endpoints.openFriendOrder, (call) => openFriendOrder(context, call));
  route(endpoints.rateOrder, (call) => rateOrder(context, call));
  route(endpoints.answerValue, (call) => answerValue(context, call), {
    validate: (call) => validateValueAnswer(context, call),
  });
  route(endpoints.withdrawValue, (call) => withdrawValue(context, call));
  route(endpoints.uploadValuePhoto, (call) => uploadPhoto(context, call));
  route(endpoints.uploadReportPhoto, (call) => uploadEvidence(context, call));
  route(endpoints.reportOrder, (call) => reportOrder(context, call), {
    validate: (call) => validateReport(context, call),
  });

  route(endpoints.listSalePlaceReviews, (call, db) => listSalePlaceReviews({ ...context, db }, call));
  route(endpoints.listSellerReviews, (call, db) => listSellerReviews({ ...context, db }, call));

  sellerOrderRoutes(context, http);
}

function impactRoutes(context: Context, { route, fileRoute }: Http): void {
  const files = createImpactFiles(context);
  const options = { validate: (call: Parameters<typeof validateMonth>[1]) => validateMonth(context, call) };
  route(endpoints.getSalePlaceImpact, (call, db) => getSalePlaceImpact(context, db, call));
  fileRoute(endpoints.exportSalePlaceImpactPdf, files.salePlace('pdf'), options);
  fileRoute(endpoints.exportSalePlaceImpactPicture, files.salePlace('png'), options);
  route(endpoints.listTowns, (call, db) => listTowns(context, db, call));
  route(
    endpoints.getTownImpact,
    async (call, db) => ({ data: await getTownImpact(context, db, call) }),
    options,
  );
  fileRoute(endpoints.exportTownImpactPdf, files.town('pdf'), options);
  fileRoute(endpoints.exportTownImpactPicture, files.town('png'), options);
  route(
    endpoints.getImpact,
    async (call, db) => ({ data: await getImpact({ ...context, db }, call) }),
    options,
  );
  fileRoute(endpoints.exportImpactPdf, files.mine('pdf'), options);
  fileRoute(endpoints.exportImpactPicture, files.mine('png'), options);
  route(
    endpoints.getBusinessImpact,
    async (call, db) => ({ data: await getBusinessImpact({ ...context, db }, call) }),
    options,
  );
  fileRoute(endpoints.exportBusinessImpactPdf, files.business('pdf'), options);
  fileRoute(endpoints.exportBusinessImpactPicture, files.business('png'), options);
}

function sellerOrderRoutes(context: Context, { route, fileRoute, streamRoute }: Http): void {
  route(endpoints.listSellerOrders, (call) => listSellerOrdersPage(context, call));
  route(endpoints.getSellerToday, (call) => getSellerToday(context, call));
  route(endpoints.getSellerTaskCounts, (call) => getSellerTaskCounts(context, call));
  route(endpoints.getSalesStatistics, (call, db) => getSalesStatistics({ ...context, db }, call), {
    validate: (call) => validateSales(context, call),
  });
  route(endpoints.getCalendarLink, (call) => getCalendarLink(context, call));
  fileRoute(endpoints.getCalendarFile, (call) => getCalendarFile(context, call));
  fileRoute(endpoints.exportSalesStatistics, (call) => exportSalesStatistics(context, call), {
    validate: (call) => validateSales(context, call),
  });
  fileRoute(endpoints.exportVatSales, (call) => exportVatSales(context, call), {
    validate: (call) => validateSales(context, call),
  });
  route(endpoints.compareSalePlaces, (call, db) => compareSalePlaces({ ...context, db }, call), {
    validate: (call) => validateSales(context, call),
  });
  fileRoute(endpoints.exportSalePlaces, (call) => exportSalePlaces(context, call), {
    validate: (call) => validateSales(context, call),
  });
  route(endpoints.cancelSellerOrder, (call) => cancelSellerOrder(context, call), {
    validate: validateReason,
  });
  route(endpoints.refundSellerOrder, (call) => refundSellerOrder(context, call), {
    validate: validateReason,
  });
  route(endpoints.cancelSlot, (call) => cancelSlot(context, call), { validate: validateReason });
  route(endpoints.listSellerReports, (call) => listSellerReportsPage(context, call));
  route(endpoints.sendReportMessage, (call) => sendReportMessage(context, call), {
    validate: ({ body }) => ({ text: getBlankError(body.text) }),
  });
  route(endpoints.answerReport, (call) => answerReport(context, call), {
    validate: (call) => validateAnswer(context, call),
  });
  route(endpoints.listMyReviews, (call) => listMyReviews(context, call));
  route(endpoints.replyToReview, (call) => replyToReview(context, call), { validate: validateReply });
  route(endpoints.getSellerValue, (call) => getSellerValue(context, call));
  route(endpoints.acceptValueProposal, (call) => acceptValueProposal(context, call));
  route(endpoints.changeValuePhoto, (call) => changeValuePhoto(context, call));
  route(endpoints.getCounter, (call) => getCounter(context, call));
  route(endpoints.listHandOutConflicts, (call) => listHandOutConflicts(context, call));
  route(endpoints.closeHandOutConflicts, (call) => closeHandOutConflicts(context, call));
  route(endpoints.sendCounterHandOuts, (call) => sendCounterHandOuts(context, call));
  route(endpoints.checkPin, (call) => checkPin(context, call));
  route(endpoints.handOut, (call) => handOut(context, call), { validate: validateHandOut });

  const subscribe = createSellerOrderFeed(context);
  streamRoute(endpoints.streamSellerOrders, ({ actor }, send) => subscribe(actor.member, send));
}
