import type { Context } from '../../../platform/context.ts';
import { formatStatementNumber } from '../../ledger/index.ts';
import { createList } from '../lists/list.ts';
import { filterLedgerEntries, ledgerSums, selectLedgerEntries } from './ledger-entries.queries.ts';
import {
  disputeSums,
  filterDisputes,
  filterReconciliations,
  filterStatements,
  selectDisputes,
  selectReconciliations,
  selectStatements,
} from './money.queries.ts';

export const createLedgerList = (context: Context) =>
  createList(context, 'LedgerEntries', {
    file: 'ledger',
    filter: (db, query, _now, period) => filterLedgerEntries(db, query, period),
    select: selectLedgerEntries,
    sorts: { id: { column: 'posting.id', type: 'bigint' } },
    key: { column: 'entry.id', type: 'bigint' },
    sums: ledgerSums,
    build: (row) => ({
      ...row,
      id: String(row.id),
      transaction_id: String(row.transaction_id),
      at: row.created_at.toISOString(),
      account: row.account_kind,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      note: row.note ?? '',
    }),
    csv: [
      'id',
      { transaction: 'transaction_id' },
      'at',
      'kind',
      'account',
      'user.id',
      'amount_cents',
      { order: 'order_id' },
      { payout: 'payout_id' },
      'note',
    ],
  });

export const createReconciliationList = (context: Context) =>
  createList(context, 'Reconciliations', {
    file: 'reconciliations',
    showsPeople: false,
    filter: filterReconciliations,
    period: 'reconciliations.checked_at',
    select: selectReconciliations,
    sorts: { checked_at: { column: 'reconciliations.checked_at', type: 'timestamptz' } },
    key: { column: 'reconciliations.id', type: 'integer' },
    build: (row) => ({ ...row, checked_at: row.checked_at.toISOString() }),
    csv: ['id', 'kind', 'checked_at', { differences: ({ differences }) => differences.join('; ') }],
  });

export const createStatementList = (context: Context) =>
  createList(context, 'AdminStatements', {
    file: 'statements',
    filter: filterStatements,
    select: selectStatements,
    sorts: { id: { column: 'statements.id', type: 'integer' } },
    key: { column: 'statements.id', type: 'integer' },
    build: (row) => ({
      ...row,
      number: formatStatementNumber(row),
      user: { id: row.user_id, name: row.user_name },
      month: row.month.slice(0, 7),
      is_former: row.is_former || undefined,
      issued_at: row.issued_at.toISOString(),
    }),
    csv: [
      'number',
      'user.id',
      'role',
      'month',
      'issued_at',
      'opening_cents',
      'closing_cents',
      'commission_cents',
      'payout_state',
      { is_former: ({ is_former: isFormer }) => (isFormer ? 'yes' : 'no') },
    ],
  });

export const createDisputeList = (context: Context) =>
  createList(context, 'Disputes', {
    file: 'disputes',
    showsPeople: false,
    filter: filterDisputes,
    period: 'disputes.opened_at',
    select: selectDisputes,
    sorts: { opened_at: { column: 'disputes.opened_at', type: 'timestamptz' } },
    key: { column: 'disputes.id', type: 'integer' },
    sums: disputeSums,
    build: ({ provider_ref, payment_ref, respond_by, opened_at, ...row }) => ({
      ...row,
      reference: provider_ref,
      payment_reference: payment_ref,
      respond_by: respond_by?.toISOString() ?? null,
      opened_at: opened_at.toISOString(),
    }),
    csv: [
      'reference',
      'payment_reference',
      { order: 'order_id' },
      'reason',
      'status',
      'amount_cents',
      'withdrawn_cents',
      'respond_by',
      'opened_at',
    ],
  });
