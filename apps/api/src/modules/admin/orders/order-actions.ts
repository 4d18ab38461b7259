import type { endpoints, OperatorRole, RefundGround } from '@wopack/contract';
import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import {
  AppError,
  assertNoErrors,
  createValidationError,
  type FieldErrors,
} from '../../../platform/http/app-error.ts';
import { type PartiallyValidCall, SUCCESS } from '../../../platform/http/route.ts';
import {
  cancelOrderAsOperator,
  findReturnError,
  lockOrder,
  type RefundTotal,
  refundOrder,
} from '../../orders/index.ts';
import type { PaymentProvider } from '../../payments/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import type { OperatorCall } from '../operator-route.ts';
import { getRefundLimit, getRefundTotal, isWithinRefundLimit } from '../operators/refund-limit.ts';
import { findOrderDetail, type OrderDetailRow } from './admin-orders.queries.ts';
import { viewOrder } from './admin-orders.ts';

/** Support decides alone up to its limit an order, all refunds of it together; more is for finance. */
export function assertRefundLimit(
  context: Pick<Context, 'config'>,
  role: OperatorRole,
  refundedTotalCents: number,
  field = 'refunded_total_cents',
): void {
  if (!isWithinRefundLimit(context, role, refundedTotalCents))
    throw createValidationError(field, 'admin.refundLimit', { limit: getRefundLimit(context, role)! });
}

/** Locked before it is read: what is recorded and mailed as the state before is what the change began with. */
export async function lockOrderDetail(trx: Trx, id: number): Promise<OrderDetailRow> {
  await lockOrder(trx, id);
  const order = await findOrderDetail(trx, id);
  if (!order) throw new AppError('notFound');
  return order;
}

/** What is refunded in all after it, within what the role may refund. */
export function planRefundTotal(
  context: Context,
  role: OperatorRole,
  order: OrderDetailRow,
  refund: RefundTotal,
): number {
  const { returnedUnitsTotal: units } = refund;
  assertNoErrors({ packs: units !== undefined && findReturnError(order, units) });
  const total = getRefundTotal(order, refund);
  assertRefundLimit(context, role, total, units === undefined ? undefined : 'packs');
  return total;
}

type OperatorRefund = {
  orderId: number;
  refund: RefundTotal;
  reason: string;
  ground?: RefundGround | undefined;
} & Pick<OperatorCall<'refundAdminOrder'>, 'actor' | 'record'>;

/** Refunds with a statement of reasons to buyer and seller. */
export async function refundWithReasons(
  context: Context,
  trx: Trx,
  { actor, orderId: id, refund, ground, record, reason: text }: OperatorRefund,
): Promise<void> {
  const reason = text.trim();
  const operatorId = actor.id;
  const before = await lockOrderDetail(trx, id);
  const total = planRefundTotal(context, actor.operator.role, before, refund);
  const { returnedUnitsTotal: units } = refund;
  const decision = { ...refund, decidedBy: 'operator', operatorId, reason, ground } as const;
  const refundedNow = await refundOrder(context, trx, { orderId: id, ...decision });
  await record(trx, {
    subject: ['order', id],
    before: { state: before.state, refunded_cents: before.refunded_cents },
    after: { refunded_cents: total, ...(units !== undefined && { packs: units }), ...(ground && { ground }) },
    reason,
  });
  if (refundedNow === 0) return;
  for (const userId of [before.user_id, before.seller_id])
    await recordDecision(context, trx, {
      operatorId,
      userId,
      subject: { kind: 'order', id, name: `${before.product_name}, ${id}` },
      outcome: total === before.price_cents ? 'refund_all' : 'refund_part',
      amountCents: refundedNow,
      ground,
      reason,
    });
}

interface RefundBody {
  refunded_total_cents?: number | undefined;
  packs?: number | undefined;
}

/** By amount or by packs; what the schema refused says so itself. */
export const findAmountError = (
  { refunded_total_cents: cents, packs: units }: Partial<RefundBody>,
  refused: ReadonlySet<string>,
) =>
  units === undefined
    ? cents === undefined && !refused.has('packs') && 'field.required'
    : cents !== undefined && 'orders.amountOrPacks';

export const toRefundTotal = ({ refunded_total_cents: cents, packs: units }: RefundBody): RefundTotal =>
  units === undefined ? { refundedTotalCents: cents! } : { returnedUnitsTotal: units };

export const validateRefund = ({
  body,
  refused,
}: PartiallyValidCall<typeof endpoints.refundAdminOrder>): FieldErrors => ({
  refunded_total_cents: findAmountError(body, refused),
});

export async function refundAdminOrder(
  context: Context,
  { actor, params: { id }, body, record, language }: OperatorCall<'refundAdminOrder'>,
) {
  const { ground, reason } = body;
  const decision = { actor, orderId: id, refund: toRefundTotal(body), ground, reason, record };
  await context.db.transaction().execute((trx) => refundWithReasons(context, trx, decision));
  return viewOrder(context.db, id, language);
}

export async function cancelAdminOrder(
  context: Context,
  { actor, params: { id }, body, record, language }: OperatorCall<'cancelAdminOrder'>,
) {
  const { db } = context;
  const reason = body.reason.trim();
  await db.transaction().execute(async (trx) => {
    const before = await lockOrderDetail(trx, id);
    assertRefundLimit(context, actor.operator.role, before.price_cents, 'reason');
    const refundedCents = await cancelOrderAsOperator(context, trx, {
      id,
      operatorId: actor.id,
      reason,
      language,
    });
    await record(trx, {
      subject: ['order', id],
      before: { state: before.state },
      after: { state: 'cancelled_by_store' },
      reason,
    });
    if (refundedCents === null) return;
    for (const userId of [before.user_id, before.seller_id])
      await recordDecision(context, trx, {
        operatorId: actor.id,
        userId,
        subject: { kind: 'order', id, name: `${before.product_name}, ${id}` },
        outcome: 'cancelled',
        amountCents: refundedCents,
        reason,
      });
  });
  return viewOrder(db, id, language);
}

export async function resendTicket(
  { db, jobs }: Context,
  { params: { id }, record }: OperatorCall<'resendTicket'>,
) {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrderDetail(trx, id);
    if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'order', orderId: id }, { urgent: true });
    await record(trx, { subject: ['order', id] });
  });
  return SUCCESS;
}

/** Asks the provider for the payment, and for its amounts in the provider's list of that hour. */
export async function getProviderState(
  { db, clock }: Context,
  provider: PaymentProvider,
  { params: { id }, record }: OperatorCall<'getProviderState'>,
) {
  const order = await findOrderDetail(db, id);
  if (!order) throw new AppError('notFound');
  await record(db, { subject: ['order', id] });
  const reference = order.provider_ref;
  const common = { provider: order.provider, reference, asked_at: clock.now().toISOString() };
  if (!reference || order.provider !== provider.name)
    return {
      data: {
        ...common,
        status: 'unknown' as const,
        amount_cents: null,
        refunded_cents: null,
        matches: false,
      },
    };
  const createdAt = order.payment_created_at.getTime();
  const [{ status }, payments] = await Promise.all([
    provider.retrieve(reference),
    provider.list({ from: new Date(createdAt - HOUR_MS), to: new Date(createdAt + HOUR_MS) }),
  ]).catch((error: Error) => {
    throw new AppError('serviceDown', {}, error);
  });
  const listed = payments.find((payment) => payment.id === reference);
  return {
    data: {
      ...common,
      status,
      amount_cents: listed?.amount_cents ?? null,
      refunded_cents: listed?.refunded_cents ?? null,
      matches:
        status === 'succeeded' &&
        listed?.amount_cents === order.amount_cents &&
        listed.refunded_cents === order.sent_cents,
    },
  };
}
