import type { endpoints } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { PartiallyValidCall } from '../../../platform/http/route.ts';
import { getContactOfBusiness } from '../../businesses/index.ts';
import {
  askAboutReport,
  decideReport,
  keptCommission,
  keptEarning,
  maxPartRefund,
  REPORT_ANSWER_MS,
  type RefundTotal,
} from '../../orders/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { findOrderDetail, type OrderDetailRow } from './admin-orders.queries.ts';
import { buildReport } from './admin-orders.ts';
import { findAmountError, lockOrderDetail, planRefundTotal, toRefundTotal } from './order-actions.ts';
import { countSides, filterProblems, type ProblemRow, selectProblems } from './problems.queries.ts';

export const getWaitingSince = (now: Date): Date => new Date(now.getTime() - REPORT_ANSWER_MS);

type ProblemFields = Omit<ProblemRow, 'order_id' | 'text'>;

const buildProblemFields = (row: ProblemFields, now: Date) => ({
  created_at: row.created_at.toISOString(),
  state: row.answered_by
    ? row.answered_by === 'seller'
      ? ('answered' as const)
      : ('decided' as const)
    : row.created_at < getWaitingSince(now)
      ? ('waiting' as const)
      : ('with_seller' as const),
  waits_minutes: row.answered_at
    ? null
    : Math.max(Math.floor((now.getTime() - row.created_at.getTime()) / MINUTE_MS), 0),
  buyer: { id: row.user_id, name: row.buyer_name },
  seller: { id: row.seller_id, name: row.seller_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
  product: { id: row.product_id, name: row.product_name },
  price_cents: row.price_cents,
  refunded_cents: row.refunded_cents,
  order_state: row.state,
  question_at: row.answered_by ? null : (row.question_at?.toISOString() ?? null),
  seller_message_at: row.seller_message_at?.toISOString() ?? null,
});

export const createProblemList = (context: Context) =>
  createList(context, 'Problems', {
    file: 'problems',
    filter: (db, query, now) => filterProblems(db, query, getWaitingSince(now)),
    period: 'reports.created_at',
    select: selectProblems,
    sorts: { created_at: { column: 'reports.created_at', type: 'timestamptz' } },
    key: { column: 'reports.order_id', type: 'integer' },
    build: (row, now) => ({ id: row.order_id, text: row.text, ...buildProblemFields(row, now) }),
    csv: [
      { order: 'id' },
      'created_at',
      'state',
      'buyer.id',
      'seller.id',
      'seller.name',
      'sale_place.name',
      'product.name',
      'price_cents',
      'refunded_cents',
      'text',
      'question_at',
      'seller_message_at',
    ],
  });

async function lockProblem(trx: Trx, id: number): Promise<OrderDetailRow> {
  const row = await lockOrderDetail(trx, id);
  if (!row.reported_at) throw new AppError('notFound');
  return row;
}

async function viewProblem({ db, clock }: Context, id: number) {
  const row = await findOrderDetail(db, id);
  if (!row?.reported_at) throw new AppError('notFound');
  const fields = buildProblemFields({ ...row, created_at: row.reported_at }, clock.now());
  return {
    data: {
      id,
      ...fields,
      ...buildReport(row),
      buyer_language: row.buyer_language,
      seller_language: row.seller_language,
      quantity: row.quantity,
      returned_quantity: row.returned_quantity,
      handed_out_quantity: row.handed_out_quantity,
      product_description: row.product_description,
      earning_cents: keptEarning(row),
      commission_cents: keptCommission(row),
      max_part_refund_cents: maxPartRefund(row),
      collected_at: row.collected_at?.toISOString() ?? null,
      ...(await countSides(db, row)),
      can_decide: fields.state === 'waiting',
      messages: row.report_messages,
      can_ask: fields.state === 'waiting' && fields.question_at === null,
    },
  };
}

export async function getProblem(context: Context, { params, record }: OperatorCall<'getProblem'>) {
  const view = await viewProblem(context, params.id);
  await record(context.db, { subject: ['order', params.id] });
  return view;
}

export const validateQuestion = ({ body }: PartiallyValidCall<typeof endpoints.askSeller>): FieldErrors => ({
  question: getBlankError(body.question),
});

export async function askSeller(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'askSeller'>,
) {
  const text = body.question.trim();
  await context.db.transaction().execute(async (trx) => {
    const before = await lockProblem(trx, id);
    await askAboutReport(context, trx, { orderId: id, sellerId: before.seller_id, text });
    await record(trx, { subject: ['order', id], reason: text });
  });
  return viewProblem(context, id);
}

export const validateProblemDecision = ({
  body,
  refused,
}: PartiallyValidCall<typeof endpoints.decideProblem>): FieldErrors => ({
  refunded_total_cents: body.decision === 'part' && findAmountError(body, refused),
});

export async function decideProblem(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'decideProblem'>,
) {
  const { decision } = body;
  const reasonForBuyer = body.reason_for_buyer.trim();
  const reasonForSeller = body.reason_for_seller.trim();
  await context.db.transaction().execute(async (trx) => {
    const before = await lockProblem(trx, id);
    const refund: RefundTotal | null =
      decision === 'nothing'
        ? null
        : decision === 'all'
          ? { refundedTotalCents: 'all' }
          : toRefundTotal(body);
    const total = refund && planRefundTotal(context, actor.operator.role, before, refund);
    const refundedCents = await decideReport(context, trx, {
      orderId: id,
      text: reasonForBuyer,
      refund,
      operatorId: actor.id,
    });
    await record(trx, {
      subject: ['order', id],
      before: { refunded_cents: before.refunded_cents },
      after: {
        decision,
        refunded_cents: total ?? before.refunded_cents,
        ...(refund?.returnedUnitsTotal !== undefined && { packs: refund.returnedUnitsTotal }),
        ...(body.ground && { ground: body.ground }),
      },
      reason: `${reasonForBuyer}\n\n${reasonForSeller}`,
    });
    if (refundedCents === null) return;
    const sides = [
      { userId: before.user_id, reason: reasonForBuyer },
      { userId: await getContactOfBusiness(trx, before.seller_id), reason: reasonForSeller },
    ];
    for (const side of sides)
      await recordDecision(context, trx, {
        ...side,
        operatorId: actor.id,
        ground: body.ground,
        subject: { kind: 'order', id, name: `${before.product_name}, ${id}` },
        outcome: total === before.price_cents ? 'refund_all' : `refund_${decision}`,
        amountCents: refundedCents,
      });
  });
  return viewProblem(context, id);
}
