import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { PartiallyValidCall } from '../../../platform/http/route.ts';
import { createOrderHooks } from '../../orders/index.ts';
import {
  lockUnsentRefund,
  type PaymentProvider,
  settleRefund as recordSettlement,
  repeatRefund as requeue,
  syncReturns,
} from '../../payments/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { filterRefunds, findRefundRow, type RefundRow, refundSums, selectRefunds } from './money.queries.ts';

export const createRefundList = (context: Context) =>
  createList(context, {
    name: 'refunds',
    filter: (db, query: OperatorCall<'listRefunds'>['query'], period) => filterRefunds(db, query, period),
    select: selectRefunds,
    sorts: { created_at: { column: 'refunds.created_at', type: 'timestamptz' } },
    key: { column: 'refunds.id', type: 'integer' },
    sums: refundSums,
    build: (row: RefundRow) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      state: row.state,
      amount_cents: row.amount_cents,
      order_id: row.order_id,
      buyer: { id: row.user_id, name: row.buyer_name ?? '' },
      payment_reference: row.payment_ref,
      error: row.error,
      tries: row.attempts,
      next_try_at: row.state === 'queued' ? (row.next_attempt_at?.toISOString() ?? null) : null,
      done_at: row.done_at?.toISOString() ?? null,
      references: row.references,
    }),
    cells: {
      id: ({ id }) => id,
      created_at: ({ created_at }) => created_at,
      state: ({ state }) => state,
      amount_eur: ({ amount_cents }) => ({ cents: amount_cents }),
      order: ({ order_id }) => order_id,
      buyer_id: ({ buyer }) => buyer.id,
      buyer: ({ buyer }) => buyer.name,
      payment_reference: ({ payment_reference }) => payment_reference,
      error: ({ error }) => error,
      tries: ({ tries }) => tries,
      next_try_at: ({ next_try_at }) => next_try_at,
      done_at: ({ done_at }) => done_at,
      references: ({ references }) => references.join(' '),
    },
  });

type RefundCall = OperatorCall<'repeatRefund' | 'settleRefund'>;

/**
 * Decides on a refund that did not get through. The provider is asked first, so that what went back meanwhile is not paid
 * again.
 */
async function decideRefund(
  context: Context,
  provider: PaymentProvider,
  { params: { id }, body, record }: RefundCall,
  after: object,
  decide: (trx: Trx, refund: Awaited<ReturnType<typeof lockUnsentRefund>>) => Promise<boolean>,
) {
  const row = await findRefundRow(context.db, id);
  if (!row) throw new AppError('notFound');
  const hooks = createOrderHooks(context);
  if (row.payment_ref && (row.state === 'failed' || row.state === 'refused'))
    await syncReturns(context, provider, hooks, row.payment_ref).catch((error: Error) => {
      throw new AppError('serviceDown', {}, error);
    });
  await context.db.transaction().execute(async (trx) => {
    const locked = await lockUnsentRefund(trx, hooks, id);
    await decide(trx, locked);
    await record(trx, {
      subject: row.order_id === null ? ['refund', id] : ['order', row.order_id],
      before: { refund: id, state: locked.refund.state },
      after: { ...after, amount_cents: locked.amountCents },
      reason: body.reason.trim(),
    });
  });
  return { success: true, code: 0 as const };
}

export const repeatRefund = (
  context: Context,
  provider: PaymentProvider,
  call: OperatorCall<'repeatRefund'>,
) =>
  decideRefund(context, provider, call, { state: 'queued' }, (trx, refund) => requeue(context, trx, refund));

export const validateSettlement = ({
  body,
}: PartiallyValidCall<typeof endpoints.settleRefund>): FieldErrors => ({
  bank_reference: getBlankError(body.bank_reference),
});

export function settleRefund(
  context: Context,
  provider: PaymentProvider,
  call: OperatorCall<'settleRefund'>,
) {
  const reference = call.body.bank_reference.trim();
  return decideRefund(context, provider, call, { state: 'settled', reference }, (trx, refund) =>
    recordSettlement(context, trx, createOrderHooks(context), refund, reference),
  );
}
