import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { SUCCESS } from '../../../platform/http/route.ts';
import { tryTransfer } from '../../payments/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterProviderPayouts,
  filterTransfers,
  findTransferRow,
  providerPayoutSums,
  selectProviderPayouts,
  selectTransfers,
  type TransferRow,
  transferSums,
} from './transfers.queries.ts';

const buildRow = (row: TransferRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  kind: row.reverses === null ? ('transfer' as const) : ('reversal' as const),
  payee: { id: row.user_id, name: row.payee_name ?? '' },
  role: row.role,
  amount_cents: row.amount_cents,
  order_id: row.order_id,
  state: row.state,
  error: row.state === 'made' ? null : row.error,
  tries: row.attempts,
  next_try_at:
    row.state === 'refused' || row.state === 'unknown' ? (row.next_attempt_at?.toISOString() ?? null) : null,
  made_at: row.made_at?.toISOString() ?? null,
  needs_attention: row.needs_attention,
});

export const createTransferList = (context: Context) =>
  createList(context, 'AdminTransfers', {
    file: 'transfers',
    filter: filterTransfers,
    period: 'transfer.created_at',
    select: selectTransfers,
    sorts: { id: { column: 'transfer.id', type: 'integer' } },
    key: { column: 'transfer.id', type: 'integer' },
    sums: transferSums,
    build: buildRow,
    csv: [
      'id',
      'created_at',
      'kind',
      'payee.id',
      'payee.name',
      'role',
      'amount_cents',
      { order: 'order_id' },
      'state',
      'error',
      'tries',
      'next_try_at',
      'made_at',
    ],
  });

export const createProviderPayoutList = (context: Context) =>
  createList(context, 'AdminProviderPayouts', {
    file: 'provider-payouts',
    filter: filterProviderPayouts,
    period: 'payout.created_at',
    select: selectProviderPayouts,
    sorts: { id: { column: 'payout.id', type: 'integer' } },
    key: { column: 'payout.id', type: 'integer' },
    sums: providerPayoutSums,
    build: ({ created_at, user_id, payee_name, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      payee: { id: user_id, name: payee_name ?? '' },
    }),
    csv: [
      'id',
      'created_at',
      'payee.id',
      'payee.name',
      'seller_cents',
      'partner_cents',
      'status',
      'failure',
      'arrives_on',
      'reference',
    ],
  });

export async function getAdminTransfer(
  { db }: Context,
  { params: { id }, record }: OperatorCall<'getAdminTransfer'>,
) {
  const row = await findTransferRow(db, id);
  if (!row) throw new AppError('notFound');
  await record(db, { subject: ['provider_transfer', id] });
  return {
    data: {
      ...buildRow(row),
      account_ref: row.account_ref,
      reference: row.reference,
      reverses: row.reverses,
      changed_at: row.changed_at.toISOString(),
    },
  };
}

/** A job does it: nothing is asked of the provider in a transaction. */
export async function tryAdminTransfer(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'tryAdminTransfer'>,
) {
  await context.db.transaction().execute(async (trx) => {
    const before = await tryTransfer(context, trx, id);
    await record(trx, { subject: ['provider_transfer', id], before, reason: body.reason.trim() });
  });
  return SUCCESS;
}
