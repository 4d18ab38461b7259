import type { PayoutState, StatementRole } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Period } from '../lists/list.ts';
import type { RowQuery } from '../lists/lists.queries.ts';

const fullName = (alias: string) =>
  sql<string | null>`trim(${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.surname`)})`;

interface LedgerFilter {
  account?: string;
  kind?: string;
  user_id?: number;
  order_id?: number;
}

const ACCOUNTS_OF_USERS = ['buyer', 'seller', 'partner'];

/**
 * The accounts of a filter, where they are few: the planner knows how many entries an account has, but not how many a
 * kind and a user lead to. Null: not few.
 */
async function findAccountIds(
  db: DbOrTrx,
  { account, user_id: userId }: LedgerFilter,
): Promise<number[] | null> {
  if (userId === undefined && (account === undefined || ACCOUNTS_OF_USERS.includes(account))) return null;
  const { rows } = await sql<{ id: number }>`
    select id from ledger_accounts where user_id is not distinct from ${userId ?? null}
      ${account === undefined ? sql`` : sql`and account_kind = ${account}`}`.execute(db);
  return rows.map(({ id }) => id);
}

/** First and last transaction of a period: a range of the order of the list. Null: there is none. */
async function findTransactionRange(db: DbOrTrx, { from, before }: Period) {
  // Otherwise PostgreSQL looks for the first number among all.
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(id + 0) as first, max(id + 0) as last from ledger_transactions
    where created_at >= ${from ?? '-infinity'}::timestamptz and created_at < ${before ?? 'infinity'}::timestamptz`.execute(
    db,
  );
  return rows[0]?.first ? rows[0] : null;
}

export const ledgerSums = {
  debit_cents: sql<number>`greatest(entry.amount_cents, 0)`,
  credit_cents: sql<number>`greatest(-entry.amount_cents, 0)`,
};

/** Ordered by transaction, then entry, so that a page is read from an index whatever the filter. */
export async function filterLedgerEntries(
  db: DbOrTrx,
  filter: LedgerFilter,
  period: Period,
): Promise<RowQuery<unknown>> {
  const { account, kind, order_id: orderId } = filter;
  const { from, before } = period;
  const isOfPeriod = from !== null || before !== null;
  const accountIds = await findAccountIds(db, filter);
  const range = isOfPeriod ? await findTransactionRange(db, period) : null;
  return (db.selectFrom('ledger_entries as entry') as unknown as RowQuery<unknown>)
    .innerJoin('ledger_transactions as posting', 'posting.id', 'entry.transaction_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .$if(accountIds !== null, (query) =>
      accountIds!.length === 1
        ? query.where(sql<SqlBool>`entry.account_id = ${accountIds![0]}`)
        : query.where(sql<SqlBool>`entry.account_id = any(${accountIds}::int[])`),
    )
    .$if(accountIds === null && account !== undefined, (query) =>
      query.where(sql<SqlBool>`account.account_kind = ${account}`),
    )
    .$if(kind !== undefined, (query) => query.where(sql<SqlBool>`posting.kind = ${sql.lit(kind)}`))
    .$if(orderId !== undefined, (query) => query.where(sql<SqlBool>`posting.order_id = ${orderId}`))
    .$if(isOfPeriod, (query) =>
      range
        ? query.where(sql<SqlBool>`posting.id between ${range.first}::bigint and ${range.last}::bigint`)
        : query.where(sql<SqlBool>`false`),
    )
    .$if(from !== null, (query) => query.where('posting.created_at', '>=', from))
    .$if(before !== null, (query) => query.where('posting.created_at', '<', before));
}

export interface LedgerRow {
  id: string;
  transaction_id: string;
  created_at: Date;
  kind: 'sale';
  account_kind: 'seller';
  user_id: number | null;
  user_name: string | null;
  amount_cents: number;
  order_id: number | null;
  payout_id: number | null;
  note: string | null;
}

export const selectLedgerEntries = (rows: RowQuery<unknown>) =>
  rows
    .leftJoin('users', 'users.id', 'account.user_id')
    .select(['entry.id', 'entry.transaction_id', 'posting.created_at', 'posting.kind'])
    .select(['account.account_kind', 'account.user_id', 'entry.amount_cents', 'posting.order_id'])
    .select(['posting.payout_id', 'posting.note'])
    .select(fullName('users').as('user_name')) as unknown as RowQuery<LedgerRow>;

export const filterReconciliations = (
  db: DbOrTrx,
  { kind }: { kind?: 'ledger' | 'provider' },
  { from, before }: Period,
) =>
  db
    .selectFrom('reconciliations')
    .$if(kind !== undefined, (query) => query.where('reconciliations.kind', '=', kind!))
    .$if(from !== null, (query) => query.where('reconciliations.checked_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('reconciliations.checked_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface ReconciliationRow {
  id: number;
  kind: 'ledger' | 'provider';
  checked_at: Date;
  differences: string[];
}

export const selectReconciliations = (rows: RowQuery<unknown>) =>
  rows.select([
    'reconciliations.id',
    'reconciliations.kind',
    'reconciliations.checked_at',
    'reconciliations.differences',
  ]) as unknown as RowQuery<ReconciliationRow>;

export const filterStatements = (
  db: DbOrTrx,
  { user_id: userId, role }: { user_id?: number; role?: StatementRole },
) =>
  db
    .selectFrom('statements')
    .$if(userId !== undefined, (query) => query.where('statements.user_id', '=', userId!))
    .$if(role !== undefined, (query) =>
      query.where('statements.role', '=', role!),
    ) as unknown as RowQuery<unknown>;

export interface StatementRow {
  id: number;
  year: number;
  number: number;
  user_id: number;
  user_name: string | null;
  role: StatementRole;
  month: string;
  issued_at: Date;
  opening_cents: number;
  closing_cents: number;
  commission_cents: number;
  corrects: number | null;
  payout_state: PayoutState | null;
}

export const selectStatements = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('users', 'users.id', 'statements.user_id')
    .select([
      'statements.id',
      'statements.year',
      'statements.number',
      'statements.user_id',
      'statements.role',
    ])
    .select(['statements.month', 'statements.issued_at', 'statements.opening_cents', 'statements.corrects'])
    .select(['statements.closing_cents', 'statements.commission_cents'])
    .select(fullName('users').as('user_name'))
    .select(
      sql<
        string | null
      >`(select state from payouts where statement_id = coalesce(statements.original, statements.id))`.as(
        'payout_state',
      ),
    ) as unknown as RowQuery<StatementRow>;

export const filterPayoutRuns = (db: DbOrTrx, { from, before }: Period) =>
  db
    .selectFrom('payout_runs as run')
    .$if(from !== null, (query) => query.where('run.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('run.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface PayoutRunRow {
  id: number;
  month: string | null;
  created_at: Date;
  sent_at: Date | null;
  payouts: number;
  amount_cents: number;
  confirmed: number;
  returned: number;
  has_file: boolean;
}

const aggregatePayouts = (aggregate: string) =>
  sql<number>`(select ${sql.raw(aggregate)} from payouts where run_id = run.id)`;

export const selectPayoutRuns = (rows: RowQuery<unknown>) =>
  rows
    .select(['run.id', 'run.month', 'run.created_at', 'run.sent_at'])
    .select(sql<boolean>`run.file is not null`.as('has_file'))
    .select(aggregatePayouts('count(*)::int').as('payouts'))
    .select(aggregatePayouts('coalesce(sum(amount_cents), 0)::int').as('amount_cents'))
    .select(aggregatePayouts("(count(*) filter (where state = 'confirmed'))::int").as('confirmed'))
    .select(
      aggregatePayouts("(count(*) filter (where state = 'returned'))::int").as('returned'),
    ) as unknown as RowQuery<PayoutRunRow>;

export const findPayoutRunRow = (db: DbOrTrx, id: number): Promise<PayoutRunRow | undefined> =>
  selectPayoutRuns(filterPayoutRuns(db, { from: null, before: null }))
    .where(sql<SqlBool>`run.id = ${id}`)
    .executeTakeFirst() as Promise<PayoutRunRow | undefined>;

export const findRunOfPayout = async (db: DbOrTrx, payoutId: number): Promise<number | undefined> =>
  (await db.selectFrom('payouts').select('run_id').where('id', '=', payoutId).executeTakeFirst())?.run_id;

export const disputeSums = {
  amount_cents: sql<number>`disputes.amount_cents`,
  withdrawn_cents: sql<number>`disputes.withdrawn_cents`,
};

export const filterDisputes = (
  db: DbOrTrx,
  { state }: { state?: 'open' | 'closed' },
  { from, before }: Period,
) =>
  db
    .selectFrom('disputes')
    .$if(state !== undefined, (query) =>
      query.where('disputes.status', state === 'closed' ? 'in' : 'not in', ['won', 'lost']),
    )
    .$if(from !== null, (query) => query.where('disputes.opened_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('disputes.opened_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface DisputeRow {
  id: number;
  provider_ref: string;
  payment_ref: string | null;
  order_id: number | null;
  reason: string;
  status: string;
  amount_cents: number;
  withdrawn_cents: number;
  respond_by: Date | null;
  opened_at: Date;
}

export const selectDisputes = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .select(['disputes.id', 'disputes.provider_ref', 'disputes.reason', 'disputes.status'])
    .select(['disputes.amount_cents', 'disputes.withdrawn_cents', 'disputes.respond_by'])
    .select(['disputes.opened_at', 'payments.provider_ref as payment_ref'])
    .select('orders.id as order_id') as unknown as RowQuery<DisputeRow>;
