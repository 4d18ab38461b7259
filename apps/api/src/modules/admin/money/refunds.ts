import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import { type PartiallyValidCall, SUCCESS } from '../../../platform/http/route.ts';
import { createOrderHooks } from '../../orders/index.ts';
import {
  isUndecided,
  lockUnsentRefund,
  noteTransfer,
  type PaymentProvider,
  recordRefundByTransfer,
  restoreRefundedOrder,
  sendRefundAgain,
  syncReturns,
  type UnsentRefund,
  withdrawTransfer,
} from '../../payments/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { assertSecondOperator, canConfirm } from '../own-cases/second-operator.ts';
import { filterRefunds, findRefundRow, type RefundRow, refundSums, selectRefunds } from './money.queries.ts';

const buildNote = (row: RefundRow) =>
  row.noted_reference === null
    ? null
    : {
        bank_reference: row.noted_reference,
        amount_cents: row.noted_cents!,
        operator: { id: row.changed_by!, name: row.changed_by_name ?? '' },
        at: row.noted_at!.toISOString(),
      };

export const createRefundList = (context: Context) =>
  createList(context, 'Refunds', {
    file: 'refunds',
    filter: filterRefunds,
    period: 'refunds.created_at',
    select: selectRefunds,
    sorts: { created_at: { column: 'refunds.created_at', type: 'timestamptz' } },
    key: { column: 'refunds.id', type: 'integer' },
    sums: refundSums,
    build: (row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      buyer: { id: row.user_id, name: row.buyer_name ?? '' },
      payment_reference: row.payment_ref,
      tries: row.attempts,
      next_try_at: row.state === 'queued' ? (row.next_attempt_at?.toISOString() ?? null) : null,
      done_at: row.done_at?.toISOString() ?? null,
      noted_transfer: buildNote(row),
    }),
    csv: [
      'id',
      'created_at',
      'state',
      'amount_cents',
      { order: 'order_id' },
      'buyer.id',
      'buyer.name',
      'payment_reference',
      'error',
      'tries',
      'next_try_at',
      'done_at',
      { noted_transfer: 'noted_transfer.bank_reference' },
      { noted_by: 'noted_transfer.operator.name' },
      'references',
    ],
  });

type RefundCall = OperatorCall<'repeatRefund' | 'settleRefund' | 'decideRefundTransfer' | 'restoreSale'>;

/**
 * Decides on a refund that did not get through. The provider is asked first, so that what went back meanwhile is not paid
 * again. `decide` returns what the audit log says of the refund afterwards.
 */
async function decideRefund(
  context: Context,
  provider: PaymentProvider,
  { params: { id }, body, record }: RefundCall,
  decide: (trx: Trx, refund: UnsentRefund) => Promise<object>,
) {
  const row = await findRefundRow(context.db, id, context.clock.now());
  if (!row) throw new AppError('notFound');
  const hooks = createOrderHooks(context);
  if (row.payment_ref && (row.state === 'failed' || row.state === 'refused'))
    await syncReturns(context, provider, hooks, row.payment_ref).catch((error: Error) => {
      throw new AppError('serviceDown', {}, error);
    });
  await context.db.transaction().execute(async (trx) => {
    const locked = await lockUnsentRefund(trx, hooks, id);
    const after = await decide(trx, locked);
    await record(trx, {
      subject: row.order_id === null ? ['refund', id] : ['order', row.order_id],
      before: { refund: id, state: locked.refund.state },
      after: { ...after, amount_cents: locked.amountCents },
      reason: body.reason.trim(),
    });
  });
  return SUCCESS;
}

/** A request that is repeated after its effect takes no step. */
const getStep = ({ id: operatorId }: RefundCall['actor'], unsent: UnsentRefund) => ({
  operatorId,
  subject: ['refund', unsent.refund.id] as const,
  steps: isUndecided(unsent) ? [unsent.refund] : [],
});

export const repeatRefund = (
  context: Context,
  provider: PaymentProvider,
  call: OperatorCall<'repeatRefund'>,
) =>
  decideRefund(context, provider, call, async (trx, refund) => {
    const step = { ...getStep(call.actor, refund), right: 'orders.refund' as const };
    const alone = await assertSecondOperator(trx, step);
    await sendRefundAgain(context, trx, refund, call.actor.id);
    return { state: 'queued', ...alone };
  });

export const validateSettlement = ({
  body,
}: PartiallyValidCall<typeof endpoints.settleRefund>): FieldErrors => ({
  bank_reference: getBlankError(body.bank_reference),
});

/** Money leaves the bank account: noted by one operator and confirmed by another, where there is one. */
export const settleRefund = (
  context: Context,
  provider: PaymentProvider,
  call: OperatorCall<'settleRefund'>,
) =>
  decideRefund(context, provider, call, async (trx, refund) => {
    const { id: operatorId } = call.actor;
    const reference = call.body.bank_reference.trim();
    const step = getStep(call.actor, refund);
    if (step.steps.length > 0 && (await canConfirm(trx, step))) {
      // Noted twice by the same operator: nothing more is to be done.
      if (refund.refund.noted_reference === null) await assertSecondOperator(trx, step);
      await noteTransfer(context, trx, refund, { operatorId, reference });
      return { noted: reference };
    }
    const alone = step.steps.length > 0 && { alone: true };
    await recordRefundByTransfer(context, trx, createOrderHooks(context), refund, { operatorId, reference });
    return { state: 'settled', reference, ...alone };
  });

export const decideRefundTransfer = (
  context: Context,
  provider: PaymentProvider,
  call: OperatorCall<'decideRefundTransfer'>,
) =>
  decideRefund(context, provider, call, async (trx, refund) => {
    const { id: operatorId } = call.actor;
    if (call.body.outcome === 'withdrawn') {
      await withdrawTransfer(trx, refund, operatorId);
      return { withdrawn: refund.refund.noted_reference };
    }
    if (refund.refund.state === 'settled') return { state: 'settled' };
    const { noted_reference: reference } = refund.refund;
    if (isUndecided(refund) && reference === null)
      throw new AppError('conflict', { message: 'payments.noTransfer' });
    const alone = await assertSecondOperator(trx, getStep(call.actor, refund));
    await recordRefundByTransfer(context, trx, createOrderHooks(context), refund, {
      operatorId,
      reference: reference!,
      amountCents: refund.refund.noted_cents,
    });
    return { state: 'settled', reference, ...alone };
  });

/** The seller has the money again, which the bank took back: no bank transfer, so that nobody has to confirm it. */
export const restoreSale = (context: Context, provider: PaymentProvider, call: OperatorCall<'restoreSale'>) =>
  decideRefund(context, provider, call, async (trx, refund) => {
    const isRepeated = refund.refund.state === 'restored';
    const alone = await assertSecondOperator(trx, getStep(call.actor, refund));
    await restoreRefundedOrder(context, trx, createOrderHooks(context), refund, call.actor.id);
    return { state: 'restored', ...(isRepeated && { without_effect: true }), ...alone };
  });
