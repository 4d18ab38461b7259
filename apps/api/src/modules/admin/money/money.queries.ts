import { closedDisputeStatuses, type PayoutState, type RefundState } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';

export const filterReconciliations = (db: DbOrTrx, { kind }: ListQuery<'Reconciliations'>) =>
  db
    .selectFrom('reconciliations')
    .$if(kind !== undefined, (query) => query.where('reconciliations.kind', '=', kind!));

export const selectReconciliations = (rows: ReturnType<typeof filterReconciliations>) =>
  rows.select([
    'reconciliations.id',
    'reconciliations.kind',
    'reconciliations.checked_at',
    'reconciliations.differences',
  ]);

export const filterStatements = (db: DbOrTrx, { user_id: userId, role }: ListQuery<'AdminStatements'>) =>
  db
    .selectFrom('statements')
    .$if(userId !== undefined, (query) => query.where('statements.user_id', '=', userId!))
    .$if(role !== undefined, (query) => query.where('statements.role', '=', role!));

export const selectStatements = (rows: ReturnType<typeof filterStatements>) =>
  rows
    .select([
      'statements.id',
      'statements.year',
      'statements.number',
      'statements.user_id',
      'statements.role',
    ])
    .select(['statements.month', 'statements.issued_at', 'statements.opening_cents', 'statements.corrects'])
    .select(['statements.closing_cents', 'statements.commission_cents', 'statements.is_former'])
    // The account by this id is the founder's, whoever has the business.
    .select(sql<string>`statements.party ->> 'name'`.as('user_name'))
    .select(
      sql<PayoutState | null>`(select state from payouts where statement_id = coalesce(statements.original, statements.id))`.as(
        'payout_state',
      ),
    );

export const filterPayoutRuns = (db: DbOrTrx) => db.selectFrom('payout_runs as run');

export const selectPayoutRuns = (rows: ReturnType<typeof filterPayoutRuns>) =>
  rows
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('payouts')
          .whereRef('payouts.run_id', '=', 'run.id')
          .select(sql<number>`count(*)::int`.as('payouts'))
          .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('amount_cents'))
          .select(sql<number>`(count(*) filter (where state = 'confirmed'))::int`.as('confirmed'))
          .select(sql<number>`(count(*) filter (where state = 'returned'))::int`.as('returned'))
          .as('paid'),
      (join) => join.onTrue(),
    )
    .select(['run.id', 'run.month', 'run.created_at', 'run.sent_at'])
    .select(sql<boolean>`run.file is not null`.as('has_file'))
    .select(['paid.payouts', 'paid.amount_cents', 'paid.confirmed', 'paid.returned']);

export type PayoutRunRow = RowOf<typeof selectPayoutRuns>;

export const findPayoutRunRow = (db: DbOrTrx, id: number) =>
  selectPayoutRuns(filterPayoutRuns(db)).where(sql<SqlBool>`run.id = ${id}`).executeTakeFirst();

export const findRunOfPayout = async (db: DbOrTrx, payoutId: number): Promise<number | undefined> =>
  (await db.selectFrom('payouts').select('run_id').where('id', '=', payoutId).executeTakeFirst())?.run_id;

export const disputeSums = {
  amount_cents: sql<number>`disputes.amount_cents`,
  withdrawn_cents: sql<number>`disputes.withdrawn_cents`,
};

export const filterDisputes = (db: DbOrTrx, { state }: ListQuery<'Disputes'>) =>
  db
    .selectFrom('disputes')
    .$if(state !== undefined, (query) =>
      query.where('disputes.status', state === 'closed' ? 'in' : 'not in', closedDisputeStatuses),
    );

export const selectDisputes = (rows: ReturnType<typeof filterDisputes>) =>
  rows
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .select(['disputes.id', 'disputes.provider_ref', 'disputes.reason', 'disputes.status'])
    .select(['disputes.amount_cents', 'disputes.withdrawn_cents', 'disputes.respond_by'])
    .select(['disputes.opened_at', 'payments.provider_ref as payment_ref'])
    .select('orders.id as order_id');

export const refundSums = { amount_cents: sql<number>`refunds.amount_cents` };

export const filterRefunds = (db: DbOrTrx, { state, order_id: orderId }: ListQuery<'Refunds'>) =>
  db
    .selectFrom('refunds')
    .$if(state !== undefined, (query) =>
      query.where('refunds.state', 'in', state!.split(',') as RefundState[]),
    )
    .$if(orderId !== undefined, (query) =>
      query.where('refunds.payment_id', 'in', (eb) =>
        eb.selectFrom('orders').select('orders.payment_id').where('orders.id', '=', orderId!),
      ),
    );

/** As `restoreSale` checks it: the refund of a bank, which took it back, and nobody decided on the order since. */
const canRestore = (
  now: Date,
) => sql<boolean>`refunds.state in ('failed', 'refused') and refunds.noted_reference is null
  and (orders.state <> 'refunded' or orders.pickup_end < ${now})
  and coalesce((select decided_by = 'bank' and total_cents = orders.refunded_cents from order_refunds
    where order_id = orders.id and restored_at is null order by total_cents desc limit 1), false)
  and not exists (select from refunds other where other.payment_id = refunds.payment_id and other.id > refunds.id
    and other.state <> 'restored')
  and not exists (select from refund_transfers back where back.refund_id = refunds.id and back.status <> 'failed')
  and not exists (select from disputes where disputes.payment_id = refunds.payment_id
    and disputes.status <> all(${closedDisputeStatuses}::text[]))`;

export const selectRefunds = (rows: ReturnType<typeof filterRefunds>, now: Date) =>
  rows
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .leftJoin('users as operator', 'operator.id', 'refunds.changed_by')
    .select(['refunds.changed_by', 'refunds.noted_reference', 'refunds.noted_at', 'refunds.noted_cents'])
    .select(fullName<string | null>('operator').as('changed_by_name'))
    .select(['refunds.id', 'refunds.created_at', 'refunds.state', 'refunds.amount_cents', 'refunds.attempts'])
    .select(['refunds.error', 'refunds.next_attempt_at', 'refunds.done_at', 'payments.user_id'])
    .select(['payments.provider_ref as payment_ref', 'orders.id as order_id', 'orders.seller_id'])
    .select(fullName('users').as('buyer_name'))
    .select(
      sql<string[]>`array(select reference from refund_transfers
        where refund_id = refunds.id and reference is not null order by refund_transfers.id)`.as(
        'references',
      ),
    )
    .select(canRestore(now).as('can_restore'));

export type RefundRow = RowOf<typeof selectRefunds>;

export const findRefundRow = (db: DbOrTrx, id: number, now: Date) =>
  selectRefunds(filterRefunds(db, {}), now).where(sql<SqlBool>`refunds.id = ${id}`).executeTakeFirst();
