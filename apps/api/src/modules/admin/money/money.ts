import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  confirmPayout,
  findPayoutRun,
  formatStatementNumber,
  listPayoutsOfRun,
  createPayoutRun as makePayoutRun,
  markRunSent,
  returnPayout,
} from '../../ledger/index.ts';
import { createList } from '../lists/list.ts';
import { type ChangeCall, joinTransaction, type OperatorCall } from '../operator-route.ts';
import {
  type DisputeRow,
  disputeSums,
  filterDisputes,
  filterLedgerEntries,
  filterPayoutRuns,
  filterReconciliations,
  filterStatements,
  findPayoutRunRow,
  findRunOfPayout,
  type LedgerRow,
  ledgerSums,
  type PayoutRunRow,
  type ReconciliationRow,
  type StatementRow,
  selectDisputes,
  selectLedgerEntries,
  selectPayoutRuns,
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
      ...{ id, kind, differences },
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

const buildRunRow = ({ has_file: _, ...row }: PayoutRunRow) => ({
  ...row,
  month: row.month?.slice(0, 7) ?? null,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

export const createPayoutRunList = (context: Context) =>
  createList(context, {
    name: 'payout-runs',
    showsPeople: false,
    filter: (db, _query: OperatorCall<'listPayoutRuns'>['query'], period) => filterPayoutRuns(db, period),
    select: selectPayoutRuns,
    sorts: { id: { column: 'run.id', type: 'integer' } },
    key: { column: 'run.id', type: 'integer' },
    build: buildRunRow,
    cells: {
      id: ({ id }) => id,
      month: ({ month }) => month,
      created_at: ({ created_at }) => created_at,
      sent_at: ({ sent_at }) => sent_at,
      payouts: ({ payouts }) => payouts,
      amount_eur: ({ amount_cents }) => ({ cents: amount_cents }),
      confirmed: ({ confirmed }) => confirmed,
      returned: ({ returned }) => returned,
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

async function viewRun(db: DbOrTrx, id: number) {
  const row = await findPayoutRunRow(db, id);
  if (!row) throw new AppError('notFound');
  const payouts = await listPayoutsOfRun(db, id);
  return {
    data: {
      ...buildRunRow(row),
      has_file: row.has_file,
      items: payouts.map((payout) => ({
        id: payout.id,
        user_id: payout.user_id,
        role: payout.role,
        amount_cents: payout.amount_cents,
        iban_last4: payout.iban.replaceAll(' ', '').slice(-4),
        holder: payout.holder,
        state: payout.state,
        return_reason: payout.return_reason,
        changed_at: payout.changed_at.toISOString(),
      })),
    },
  };
}

export async function getPayoutRun({ db }: Context, { params, record }: OperatorCall<'getPayoutRun'>) {
  const view = await viewRun(db, params.id);
  await record(db, { subject: ['payout_run', params.id] });
  return view;
}

export const createPayoutRun = (context: Context, { body, record }: ChangeCall<'createPayoutRun'>) =>
  context.db.transaction().execute(async (trx) => {
    const { runId, payouts, cents } = await makePayoutRun(joinTransaction(context, trx), null);
    const after = { payouts, amount_cents: cents };
    await record(trx, { subject: ['payout_run', runId ?? ''], after, reason: body.reason.trim() });
    return { data: { id: runId, ...after } };
  });

/** The content of the file; the route sends it. */
export async function exportPayoutFile(
  { db }: Context,
  { params: { id }, record }: Pick<OperatorCall<'exportPayoutFile'>, 'params' | 'record'>,
) {
  const run = await findPayoutRun(db, id);
  if (!run?.file) throw new AppError('notFound');
  await record(db, { subject: ['payout_run', id] });
  return { name: `wopack-payouts-${id}.xml`, content: Buffer.from(run.file) };
}

type RunCall = ChangeCall<'markPayoutRunSent' | 'confirmPayoutRun'>;

async function changeRun(
  context: Context,
  { params: { id }, body, record }: RunCall,
  change: (joined: Context) => Promise<void>,
) {
  await context.db.transaction().execute(async (trx) => {
    if (!(await findPayoutRunRow(trx, id))) throw new AppError('notFound');
    await change(joinTransaction(context, trx));
    await record(trx, { subject: ['payout_run', id], reason: body.reason.trim() });
  });
  return viewRun(context.db, id);
}

export const markPayoutRunSent = (context: Context, call: ChangeCall<'markPayoutRunSent'>) =>
  changeRun(context, call, (joined) => markRunSent(joined, call.params.id));

/** All payouts of the run that did not come back, or one of them. */
export const confirmPayoutRun = (context: Context, call: ChangeCall<'confirmPayoutRun'>, payoutId?: number) =>
  changeRun(context, call, async (joined) => {
    const payouts = (await listPayoutsOfRun(joined.db, call.params.id)).filter(({ id, state }) =>
      payoutId === undefined ? state !== 'returned' : id === payoutId,
    );
    if (payoutId !== undefined && payouts.length === 0) throw new AppError('notFound');
    for (const { id } of payouts) await confirmPayout(joined, id);
  });

export async function returnAdminPayout(
  context: Context,
  { params: { id }, body, record }: ChangeCall<'returnAdminPayout'>,
) {
  const reason = body.reason.trim();
  const runId = await findRunOfPayout(context.db, id);
  if (runId === undefined) throw new AppError('notFound');
  await context.db.transaction().execute(async (trx) => {
    await returnPayout(joinTransaction(context, trx), id, reason);
    await record(trx, { subject: ['payout', id], after: { state: 'returned' }, reason });
  });
  return viewRun(context.db, runId);
}

const _SUCCESS = { success: true, code: 0 as const };
