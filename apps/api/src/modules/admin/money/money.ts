import type { Context } from '../../../platform/context.ts';
import { formatStatementNumber } from '../../ledger/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterLedgerEntries,
  type LedgerRow,
  ledgerSums,
  selectLedgerEntries,
} from './ledger-entries.queries.ts';
import {
  type DisputeRow,
  disputeSums,
  filterDisputes,
  filterReconciliations,
  filterStatements,
  type ReconciliationRow,
  type StatementRow,
  selectDisputes,
  selectReconciliations,
  selectStatements,
} from './money.queries.ts';

export const createLedgerList = (context: Context) =>
  createList(context, {
    name: 'ledger',
    filter: (db, query: OperatorCall<'listLedgerEntries'>['query'], period) =>
      filterLedgerEntries(db, query, period),
    select: selectLedgerEntries,
    sorts: { id: { column: 'posting.id', type: 'bigint' } },
    key: { column: 'entry.id', type: 'bigint' },
    sums: ledgerSums,
    build: (row: LedgerRow) => ({
      id: String(row.id),
      transaction_id: String(row.transaction_id),
      at: row.created_at.toISOString(),
      kind: row.kind,
      account: row.account_kind,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      amount_cents: row.amount_cents,
      order_id: row.order_id,
      payout_id: row.payout_id,
      note: row.note ?? '',
    }),
    cells: {
      id: ({ id }) => id,
      transaction: ({ transaction_id }) => transaction_id,
      at: ({ at }) => at,
      kind: ({ kind }) => kind,
      account: ({ account }) => account,
      user_id: ({ user }) => user?.id ?? null,
      amount_eur: ({ amount_cents }) => ({ cents: amount_cents }),
      order: ({ order_id }) => order_id,
      payout: ({ payout_id }) => payout_id,
      note: ({ note }) => note,
    },
  });

export const createReconciliationList = (context: Context) =>
  createList(context, {
    name: 'reconciliations',
    showsPeople: false,
    filter: (db, query: OperatorCall<'listReconciliations'>['query'], period) =>
      filterReconciliations(db, query, period),
    select: selectReconciliations,
    sorts: { checked_at: { column: 'reconciliations.checked_at', type: 'timestamptz' } },
    key: { column: 'reconciliations.id', type: 'integer' },
    build: ({ id, kind, checked_at, differences }: ReconciliationRow) => ({
      id,
      kind,
      differences,
      checked_at: checked_at.toISOString(),
    }),
    cells: {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      checked_at: ({ checked_at }) => checked_at,
      differences: ({ differences }) => differences.join('; '),
    },
  });

export const createStatementList = (context: Context) =>
  createList(context, {
    name: 'statements',
    filter: (db, query: OperatorCall<'listAdminStatements'>['query']) => filterStatements(db, query),
    select: selectStatements,
    sorts: { id: { column: 'statements.id', type: 'integer' } },
    key: { column: 'statements.id', type: 'integer' },
    build: (row: StatementRow) => ({
      id: row.id,
      number: formatStatementNumber(row),
      user: { id: row.user_id, name: row.user_name ?? '' },
      role: row.role,
      month: row.month.slice(0, 7),
      issued_at: row.issued_at.toISOString(),
      opening_cents: row.opening_cents,
      closing_cents: row.closing_cents,
      commission_cents: row.commission_cents,
      corrects: row.corrects,
      payout_state: row.payout_state,
    }),
    cells: {
      number: ({ number }) => number,
      user_id: ({ user }) => user.id,
      role: ({ role }) => role,
      month: ({ month }) => month,
      issued_at: ({ issued_at }) => issued_at,
      opening_eur: ({ opening_cents }) => ({ cents: opening_cents }),
      closing_eur: ({ closing_cents }) => ({ cents: closing_cents }),
      commission_eur: ({ commission_cents }) => ({ cents: commission_cents }),
      payout_state: ({ payout_state }) => payout_state,
    },
  });

export const createDisputeList = (context: Context) =>
  createList(context, {
    name: 'disputes',
    showsPeople: false,
    filter: (db, query: OperatorCall<'listDisputes'>['query'], period) => filterDisputes(db, query, period),
    select: selectDisputes,
    sorts: { opened_at: { column: 'disputes.opened_at', type: 'timestamptz' } },
    key: { column: 'disputes.id', type: 'integer' },
    sums: disputeSums,
    build: ({ provider_ref, payment_ref, respond_by, opened_at, ...row }: DisputeRow) => ({
      ...row,
      reference: provider_ref,
      payment_reference: payment_ref,
      respond_by: respond_by?.toISOString() ?? null,
      opened_at: opened_at.toISOString(),
    }),
    cells: {
      reference: ({ reference }) => reference,
      payment_reference: ({ payment_reference }) => payment_reference,
      order: ({ order_id }) => order_id,
      reason: ({ reason }) => reason,
      status: ({ status }) => status,
      amount_eur: ({ amount_cents }) => ({ cents: amount_cents }),
      withdrawn_eur: ({ withdrawn_cents }) => ({ cents: withdrawn_cents }),
      respond_by: ({ respond_by }) => respond_by,
      opened_at: ({ opened_at }) => opened_at,
    },
  });
