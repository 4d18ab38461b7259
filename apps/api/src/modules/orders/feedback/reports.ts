import type { endpoints, ReportDecider } from '@wopack/contract';
import { WEEK_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { enqueueTranslation } from '../../../platform/translator.ts';
import { getContactOfBusiness, recordActivity } from '../../businesses/index.ts';
import { hasProvedAddress } from '../../identity/index.ts';
import { addBusiness, listUsersToNotify, notifyUser } from '../../notifications/index.ts';
import { claimUploads, findUploads } from '../../uploads/index.ts';
import { scheduleSellerNotification } from '../order-events.ts';
import {
  buildBuyerOrderView,
  buildMailValues,
  buildSellerOrderView,
  formatMoneyBack,
  loadMailValues,
} from '../order-view.ts';
import { findForMail, findMyOrder, lockMyOrder, lockOrder } from '../orders.queries.ts';
import { isReportable, REPORT_ANSWER_MS, reportAnswerDeadline, SOLD_STATES } from '../orders.rules.ts';
import { findRefundError, findReturnError, type RefundTotal, refundOrder } from '../refunds/refund-order.ts';
import { findSellerOrder } from '../seller/seller-orders.queries.ts';
import {
  closeReportQuestion,
  insertReport,
  insertReportMessage,
  lockReport,
  openReportQuestion,
  updateReportAnswer,
} from './feedback.queries.ts';

interface ReportAnswer {
  orderId: number;
  answeredBy: ReportDecider;
  text: string;
  /** Total refunded for the order afterwards; null for no refund. */
  refund: RefundTotal | null;
  /** Who decided in the console. */
  operatorId?: number | null;
}

export async function validateAnswer(
  { db }: Context,
  { actor, params, body }: PartiallyValidCall<typeof endpoints.answerReport>,
): Promise<FieldErrors> {
  const cents = body.refunded_cents ?? 0;
  const isRefund = cents > 0 || body.packs !== undefined;
  const order = params.id && isRefund ? await findSellerOrder(db, actor.member, params.id) : undefined;
  // Only the first answer counts, so the refund of a later one is not validated.
  const isOpen = order && order.report_text !== null && order.answered_by === null;
  return {
    answer: getBlankError(body.answer),
    refunded_cents:
      cents > 0 &&
      (body.packs === undefined ? isOpen && findRefundError(order, cents) : 'orders.amountOrPacks'),
    packs: isOpen && body.packs !== undefined && findReturnError(order, body.packs),
  };
}

/** The seller's answer within 72 hours, with an optional refund. Only the first answer counts. */
export async function answerReport(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.answerReport>,
) {
  const { db, clock } = context;
  const text = body.answer.trim();
  const order = await findSellerOrder(db, actor.member, params.id);
  if (!order) throw new AppError('notFound');
  const refund = getRefundTotal(body);
  const orderId = order.id;
  await db.transaction().execute(async (trx) => {
    const refundedNow = await saveAnswer(context, trx, { orderId, answeredBy: 'seller', text, refund });
    if (refundedNow === null) return;
    await recordActivity(trx, actor, {
      kind: 'problem_answered',
      salePlaceId: order.sale_place_id,
      productId: order.product_id,
      orderId,
      after: { refunded_cents: refundedNow },
      now: clock.now(),
    });
    await notifyOfAnswer(context, trx, { orderId, sellerId: actor.member.businessId, text, refundedNow });
  });
  const updated = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

const getRefundTotal = ({
  refunded_cents: cents,
  packs: units,
}: Pick<Call<typeof endpoints.answerReport>['body'], 'refunded_cents' | 'packs'>): RefundTotal | null => {
  if (units !== undefined) return { returnedUnitsTotal: units };
  return cents ? { refundedTotalCents: cents } : null;
};

/**
 * The operator's decision on a report left unanswered for 72 hours; both sides get its reasons. Returns what it refunds;
 * null when it was made before.
 */
export const decideReport = (
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  decision: Omit<ReportAnswer, 'answeredBy'>,
): Promise<number | null> => saveAnswer(context, trx, { ...decision, answeredBy: 'operator' });

/** Returns what the answer refunds; null for a repeated request. */
async function saveAnswer(
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  { orderId, answeredBy, text, refund, operatorId = null }: ReportAnswer,
): Promise<number | null> {
  const now = context.clock.now();
  const order = await lockOrder(trx, orderId);
  const report = order && (await lockReport(trx, orderId));
  if (!report) throw new AppError('notFound');
  if (report.answered_at) {
    if (report.answered_by === answeredBy && report.answer === text) return null;
    throw new AppError('conflict', { message: 'orders.alreadyAnswered' });
  }
  const isOverdue = now > reportAnswerDeadline(report.created_at);
  if (isOverdue !== (answeredBy === 'operator')) {
    throw new AppError('conflict', {
      message: isOverdue ? 'orders.operatorDecides' : 'orders.sellerDecides',
    });
  }
  await updateReportAnswer(trx, orderId, { answer: text, answered_by: answeredBy, answered_at: now });
  if (refund === null) return 0;
  const decision = { ...refund, decidedBy: answeredBy, operatorId, reason: text };
  return refundOrder(context, trx, { orderId, ...decision });
}

async function notifyOfAnswer(
  context: Context,
  trx: Trx,
  {
    orderId,
    sellerId,
    text,
    refundedNow,
  }: {
    orderId: number;
    sellerId: number;
    text: string;
    refundedNow: number;
  },
): Promise<void> {
  const now = context.clock.now();
  const order = (await findForMail(trx, orderId))!;
  const isWriterProved = await hasProvedAddress(trx, sellerId);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template: refundedNow > 0 ? 'reportRefunded' : 'reportAnswered',
    values: (language) => ({
      ...buildMailValues(order, language, now),
      answer: isWriterProved ? text : null,
      amount: formatMoneyBack(order, refundedNow, language),
    }),
    url: `/orders/${orderId}`,
    tag: `order-${orderId}`,
    until: new Date(now.getTime() + WEEK_MS),
  });
}

const getOverdueBefore = (now: Date): Date => new Date(now.getTime() - REPORT_ANSWER_MS);

/**
 * An operator asks the seller about a report that waits for a decision. The founder, or who owns the business longest after
 * them, is told in their language, by mail or push, and so are the other members who are told of problems.
 */
export async function askAboutReport(
  context: Context,
  trx: Trx,
  { orderId, sellerId, text }: { orderId: number; sellerId: number; text: string },
): Promise<void> {
  const now = context.clock.now();
  if (!(await openReportQuestion(trx, { orderId, now, overdueBefore: getOverdueBefore(now) }))) {
    const report = await lockReport(trx, orderId);
    if (!report) throw new AppError('notFound');
    const hasOpenQuestion = !report.answered_at && now > reportAnswerDeadline(report.created_at);
    throw new AppError('conflict', {
      message: report.answered_at
        ? 'orders.alreadyAnswered'
        : hasOpenQuestion
          ? 'orders.questionOpen'
          : 'orders.sellerDecides',
    });
  }
  await insertReportMessage(trx, { order_id: orderId, author: 'operator', text, created_at: now });
  const buildValues = await loadMailValues(trx, orderId, now);
  const { sale_place_id: salePlaceId } = (await findForMail(trx, orderId))!;
  const members = await listUsersToNotify(trx, { businessId: sellerId, salePlaceId }, 'report');
  const contactId = await getContactOfBusiness(trx, sellerId);
  const others = members.filter(({ userId }) => userId !== contactId);
  const contact = members.find(({ userId }) => userId === contactId) ?? {
    userId: contactId,
    hasOtherBusiness: false,
  };
  for (const { userId, hasOtherBusiness } of [contact, ...others])
    await notifyUser(context, trx, {
      userId,
      template: 'reportQuestion',
      isByWopack: true,
      values: (language) => ({ ...buildValues(language), id: orderId, text }),
      url: addBusiness(`/seller/orders?view=reports&order=${orderId}`, sellerId, hasOtherBusiness),
      tag: `report-${orderId}`,
      until: new Date(now.getTime() + WEEK_MS),
    });
}

/** What the seller writes to the operator once the 72 hours are over: words alone, until it is decided. */
export async function sendReportMessage(
  { db, clock }: Context,
  { actor, params, body, language }: Call<typeof endpoints.sendReportMessage>,
) {
  const now = clock.now();
  const text = body.text.trim();
  const order = await findSellerOrder(db, actor.member, params.id);
  if (!order?.reported_at) throw new AppError('notFound');
  const last = order.report_messages.at(-1);
  const isRepeated = last?.author === 'seller' && last.text === text;
  if (!isRepeated)
    await db.transaction().execute(async (trx) => {
      if (!(await closeReportQuestion(trx, { orderId: order.id, now, overdueBefore: getOverdueBefore(now) })))
        throw new AppError('conflict', {
          message: order.answered_by
            ? 'orders.alreadyAnswered'
            : now > reportAnswerDeadline(order.reported_at!)
              ? 'orders.notAsked'
              : 'orders.sellerDecides',
        });
      await insertReportMessage(trx, { order_id: order.id, author: 'seller', text, created_at: now });
    });
  const updated = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

export async function validateReport(
  { db, clock }: Context,
  { actor, params, body: { text, photo } }: PartiallyValidCall<typeof endpoints.reportOrder>,
): Promise<FieldErrors> {
  const order = params.id && photo ? await findMyOrder(db, actor.id, params.id) : undefined;
  // For an order that cannot be reported, that error takes precedence over the photo's.
  const isOpen = order && isReportable(order.state, order.pickup_start, order.pickup_end, clock.now());
  const isGone = isOpen && (await findUploads(db, actor.id, [photo!])).length === 0;
  return { text: getBlankError(text), photo: isGone && 'products.unknownPhoto' };
}

/** Stores a report with an optional photo and notifies the seller. */
export async function reportOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.reportOrder>,
) {
  const { db, clock, jobs, secrets } = context;
  const now = clock.now();
  const text = body.text.trim();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (!isReportable(order.state, order.pickup_start, order.pickup_end, now)) {
      throw new AppError('conflict', {
        message: SOLD_STATES.includes(order.state) ? 'orders.notReportable' : 'orders.endedNotReportable',
      });
    }
    const [photo = null] = body.photo ? await claimUploads(trx, actor.id, [body.photo]) : [];
    if (body.photo && !photo) throw createValidationError('photo', 'products.unknownPhoto');
    const report = {
      order_id: order.id,
      text,
      language,
      wish: body.wish ?? null,
      photo: photo && JSON.stringify(photo),
      answer: null,
      answered_at: null,
      answered_by: null,
      seller_id: order.seller_id,
      created_at: now,
    };
    if (!(await insertReport(trx, report)))
      throw new AppError('conflict', { message: 'orders.alreadyReported' });
    await scheduleSellerNotification({ jobs }, trx, { orderId: order.id, event: 'report' });
    await enqueueTranslation(context, trx, 'orders.translate-report', { orderId: order.id });
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}
