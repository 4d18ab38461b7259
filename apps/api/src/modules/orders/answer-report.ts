import type { endpoints } from '@wopack/contract';
import { formatCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, blankError, type FieldErrors } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { tellPerson } from '../notifications/index.ts';
import { sellersView } from './order-view.ts';
import { lockOrder } from './orders.queries.ts';
import { answerUntil } from './orders.rules.ts';
import { refundError, refundIn } from './refund-order.ts';
import { lockReport, saveAnswer } from './reports.queries.ts';
import { findSellersOrder } from './seller-orders.queries.ts';

interface Answer {
  orderId: number;
  by: 'seller' | 'operator';
  text: string;
  /** What the buyer then has back of the order in all; null gives nothing. */
  refund: number | 'all' | null;
}

export async function validateAnswer(
  { db }: Context,
  { actor, params, body }: AcceptedCall<typeof endpoints.answerReport>,
): Promise<FieldErrors> {
  const order =
    params.id && body.refunded_cents ? await findSellersOrder(db, actor.id, params.id) : undefined;
  // The first answer stands: what a second one would give back is not looked at.
  const isOpen = order && order.report_text !== null && order.answered_by === null;
  return {
    answer: blankError(body.answer),
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
  const known = await findSellersOrder(db, actor.id, params.id);
  if (!known) throw new AppError('notFound');
  const refund = body.refunded_cents || null;
  await db
    .transaction()
    .execute((trx) => answerIn(context, trx, { orderId: known.id, by: 'seller', text, refund }));
  const after = (await findSellersOrder(db, actor.id, params.id))!;
  return { data: sellersView(after, language, clock.now()) };
}

/** The operator decides on a report that its seller left unanswered for 72 hours. */
export const decideReport = (context: Context, decision: Omit<Answer, 'by'>): Promise<void> =>
  context.db.transaction().execute((trx) => answerIn(context, trx, { ...decision, by: 'operator' }));

const WEEK_MS = 7 * 86_400_000;

async function answerIn(context: Context, trx: Trx, { orderId, by, text, refund }: Answer): Promise<void> {
  const now = context.clock.now();
  const order = await lockOrder(trx, orderId);
  const report = order && (await lockReport(trx, orderId));
  if (!report) throw new AppError('notFound');
  if (report.answered_at) {
    // The same once more is no second answer.
    if (report.answered_by === by && report.answer === text) return;
    throw new AppError('conflict', { message: 'orders.answered' });
  }
  const overdue = now > answerUntil(report.created_at);
  if (overdue !== (by === 'operator')) {
    throw new AppError('conflict', { message: overdue ? 'orders.operatorDecides' : 'orders.sellersTurn' });
  }
  if (refund !== null)
    await refundIn(context, trx, { orderId, total: refund, by, reason: text }, { tell: false });
  await saveAnswer(trx, orderId, { answer: text, answered_by: by, answered_at: now });
  const total = refund === 'all' ? order.price_cents : (refund ?? order.refunded_cents);
  const given = total - order.refunded_cents;
  await tellPerson(context, trx, {
    userId: order.user_id,
    name: given > 0 ? 'reportRefunded' : 'reportAnswered',
    values: (language) => ({
      name: order.product_name,
      answer: text,
      amount: formatCents(given, language),
    }),
    url: `/orders/${orderId}`,
    tag: `order-${orderId}`,
    until: new Date(now.getTime() + WEEK_MS),
  });
}
