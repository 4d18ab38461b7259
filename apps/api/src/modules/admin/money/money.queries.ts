import {
  closedDisputeStatuses,
  type PayoutState,
  type RefundState,
  type StatementRole,
} from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Period } from '../lists/list.ts';
import { fullName, type RowQuery } from '../lists/lists.queries.ts';

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
      query.where('disputes.status', state === 'closed' ? 'in' : 'not in', closedDisputeStatuses),
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

export const refundSums = { amount_cents: sql<number>`refunds.amount_cents` };

export const filterRefunds = (
  db: DbOrTrx,
  { state, order_id: orderId }: { state?: string; order_id?: number },
  { from, before }: Period,
) =>
  db
    .selectFrom('refunds')
    .$if(state !== undefined, (query) =>
      query.where('refunds.state', 'in', state!.split(',') as RefundState[]),
    )
    .$if(orderId !== undefined, (query) =>
      query.where('refunds.payment_id', 'in', (eb) =>
        eb.selectFrom('orders').select('orders.payment_id').where('orders.id', '=', orderId!),
      ),
    )
    .$if(from !== null, (query) => query.where('refunds.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('refunds.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface RefundRow {
  id: number;
  created_at: Date;
  state: RefundState;
  amount_cents: number;
  attempts: number;
  error: string | null;
  next_attempt_at: Date | null;
  done_at: Date | null;
  order_id: number | null;
  seller_id: number | null;
  user_id: number;
  buyer_name: string | null;
  payment_ref: string | null;
  changed_by: number | null;
  changed_by_name: string | null;
  noted_reference: string | null;
  noted_at: Date | null;
  noted_cents: number | null;
  references: string[];
}

export const selectRefunds = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .leftJoin('users as operator', 'operator.id', 'refunds.changed_by')
    .select(['refunds.changed_by', 'refunds.noted_reference', 'refunds.noted_at', 'refunds.noted_cents'])
    .select(fullName('operator').as('changed_by_name'))
    .select(['refunds.id', 'refunds.created_at', 'refunds.state', 'refunds.amount_cents', 'refunds.attempts'])
    .select(['refunds.error', 'refunds.next_attempt_at', 'refunds.done_at', 'payments.user_id'])
    .select(['payments.provider_ref as payment_ref', 'orders.id as order_id', 'orders.seller_id'])
    .select(fullName('users').as('buyer_name'))
    .select(
      sql<string[]>`array(select reference from refund_transfers
        where refund_id = refunds.id and reference is not null order by refund_transfers.id)`.as(
        'references',
      ),
    ) as unknown as RowQuery<RefundRow>;

export const findRefundRow = (db: DbOrTrx, id: number): Promise<RefundRow | undefined> =>
  selectRefunds(filterRefunds(db, {}, { from: null, before: null }))
    .where(sql<SqlBool>`refunds.id = ${id}`)
    .executeTakeFirst() as Promise<RefundRow | undefined>;
