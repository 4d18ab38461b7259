import type { endpoints } from '@wopack/contract';
import { formatCents } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { notifyUser } from '../../notifications/index.ts';
import { buildSellerOrderView } from '../order-view.ts';
import { lockOrder } from '../orders.queries.ts';
import { REPORT_ANSWER_MS, reportAnswerDeadline } from '../orders.rules.ts';
import { refundError, refundOrderInTransaction } from '../refund-order.ts';
import { findSellerOrder } from '../seller/seller-orders.queries.ts';
import { listUnansweredReports, lockReport, updateReportAnswer } from './reports.queries.ts';

interface ReportAnswer {
  orderId: number;
  answeredBy: 'seller' | 'operator';
  text: string;
  /** What the buyer then has back of the order in all; null gives nothing. */
  refund: number | 'all' | null;
}

export async function validateAnswer(
  { db }: Context,
  { actor, params, body }: PartiallyValidCall<typeof endpoints.answerReport>,
): Promise<FieldErrors> {
  const order = params.id && body.refunded_cents ? await findSellerOrder(db, actor.id, params.id) : undefined;
  // The first answer stands: what a second one would give back is not looked at.
  const isOpen = order && order.report_text !== null && order.answered_by === null;
  return {
    answer: getBlankError(body.answer),
    refunded_cents: isOpen && refundError(order, body.refunded_cents!),
  };
}

/** A seller answers a report within 72 hours, and gives money back if that is right. The first answer stands. */
export async function answerReport(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.answerReport>,
) {
  const { db, clock } = context;
  const text = body.answer.trim();
  const order = await findSellerOrder(db, actor.id, params.id);
  if (!order) throw new AppError('notFound');
  const refund = body.refunded_cents || null;
  await db
    .transaction()
    .execute((trx) =>
      answerReportInTransaction(context, trx, { orderId: order.id, answeredBy: 'seller', text, refund }),
    );
  const updated = (await findSellerOrder(db, actor.id, params.id))!;
  return { data: buildSellerOrderView(updated, language, clock.now()) };
}

/** Reports that no seller answered in 72 hours, the oldest first: the operator decides on them. */
export const listOverdueReports = ({ db, clock }: Pick<Context, 'db' | 'clock'>, limit = 100) =>
  listUnansweredReports(db, new Date(clock.now().getTime() - REPORT_ANSWER_MS), limit);

/** The operator decides on a report that its seller left unanswered for 72 hours. */
export const answerReportAsOperator = (
  context: Context,
  decision: Omit<ReportAnswer, 'answeredBy'>,
): Promise<void> =>
  context.db
    .transaction()
    .execute((trx) => answerReportInTransaction(context, trx, { ...decision, answeredBy: 'operator' }));

const WEEK_MS = 7 * 86_400_000;

async function answerReportInTransaction(
  context: Context,
  trx: Trx,
  { orderId, answeredBy, text, refund }: ReportAnswer,
): Promise<void> {
  const now = context.clock.now();
  const order = await lockOrder(trx, orderId);
  const report = order && (await lockReport(trx, orderId));
  if (!report) throw new AppError('notFound');
  if (report.answered_at) {
    // The same once more is no second answer.
    if (report.answered_by === answeredBy && report.answer === text) return;
    throw new AppError('conflict', { message: 'orders.alreadyAnswered' });
  }
  const isOverdue = now > reportAnswerDeadline(report.created_at);
  if (isOverdue !== (answeredBy === 'operator')) {
    throw new AppError('conflict', {
      message: isOverdue ? 'orders.operatorDecides' : 'orders.sellerDecides',
    });
  }
  if (refund !== null)
    await refundOrderInTransaction(
      context,
      trx,
      { orderId, refundedTotal: refund, decidedBy: answeredBy, reason: text },
      { notifyBuyer: false },
    );
  await updateReportAnswer(trx, orderId, { answer: text, answered_by: answeredBy, answered_at: now });
  const refundedTotal = refund === 'all' ? order.price_cents : (refund ?? order.refunded_cents);
  const refundedNow = refundedTotal - order.refunded_cents;
  await notifyUser(context, trx, {
    userId: order.user_id,
    template: refundedNow > 0 ? 'reportRefunded' : 'reportAnswered',
    values: (language) => ({
      name: order.product_name,
      answer: text,
      amount: formatCents(refundedNow, language),
    }),
    url: `/orders/${orderId}`,
    tag: `order-${orderId}`,
    until: new Date(now.getTime() + WEEK_MS),
  });
}
