import {
  closedDisputeStatuses,
  type DisputeOutcome,
  type MoneyBackReason,
  type RefundState,
} from '@wopack/contract';
import { type Expression, type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { DISPUTE_REVERSED } from './refunds.rules.ts';

const refundColumns = [
  'refunds.id',
  'refunds.payment_id',
  'refunds.amount_cents',
  'refunds.state',
  'refunds.attempts',
  'refunds.next_attempt_at',
  'refunds.key_number',
  'refunds.created_at',
  'refunds.done_at',
  'refunds.changed_by',
  'refunds.noted_reference',
  'refunds.noted_cents',
] as const;

export type RefundRow = Awaited<ReturnType<typeof listRefundsOfPayment>>[number];

export const insertRefund = (
  trx: Trx,
  refund: { payment_id: number; amount_cents: number; created_at: Date; changed_by: number | null },
) => trx.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow();

/** Without those whose sale was restored: of them nothing goes back. */
export const listRefundsOfPayment = (db: DbOrTrx, paymentId: number) =>
  db
    .selectFrom('refunds')
    .select(refundColumns)
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'restored')
    .orderBy('refunds.id')
    .execute();

export type TransferRow = Awaited<ReturnType<typeof listTransfersOfPayment>>[number];

export const listTransfersOfPayment = (db: DbOrTrx, paymentId: number) =>
  db
    .selectFrom('refund_transfers')
    .select(['id', 'refund_id', 'way', 'reference', 'amount_cents', 'status', 'failure'])
    .select(['booked_cents', 'posting_count'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();

export const insertTransfer = (trx: Trx, transfer: Insertable<Database['refund_transfers']>) =>
  trx.insertInto('refund_transfers').values(transfer).returning('id').executeTakeFirstOrThrow();

export const updateTransfer = (trx: Trx, id: number, change: Updateable<Database['refund_transfers']>) =>
  trx.updateTable('refund_transfers').set(change).where('id', '=', id).execute();

/** No bank transfer of a refund waits to be confirmed. */
export const NO_NOTE = { noted_reference: null, noted_cents: null, noted_at: null } as const;

export const updateRefund = (db: DbOrTrx, id: number, change: Updateable<Database['refunds']>) =>
  db.updateTable('refunds').set(change).where('id', '=', id).execute();

/** Reads what a request to the provider needs. */
export const findRefundToSend = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(refundColumns)
    .select(['payments.provider', 'payments.provider_ref', 'payments.token'])
    .where('refunds.id', '=', id)
    .executeTakeFirst();

const isDue = (now: Date) => sql<boolean>`(next_attempt_at IS NULL OR next_attempt_at <= ${now})`;

/** Refunds whose next attempt is due. */
export const listDueRefunds = (db: Db, now: Date) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('done_at', 'is', null)
    .where('state', '=', 'queued')
    .where(isDue(now))
    .orderBy('id')
    .limit(500)
    .execute();

/** Undefined when no attempt is due. */
export const lockDueRefund = (trx: Trx, id: number, now: Date) =>
  trx
    .selectFrom('refunds')
    .select(['attempts', 'payment_id'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(isDue(now))
    .forUpdate()
    .executeTakeFirst();

/** Tries an unfinished refund from the beginning, with another key. */
export const requeueRefund = (trx: Trx, id: number) =>
  trx
    .updateTable('refunds')
    .set({ state: 'queued', next_attempt_at: null, attempts: 0, error: null, stuck_at: null })
    .set({ key_number: sql`key_number + 1` })
    .where('id', '=', id)
    .execute();

/** Returns false when the dispute is recorded already. */
export async function insertDispute(trx: Trx, dispute: Insertable<Database['disputes']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const lockDispute = (trx: Trx, ref: string) =>
  trx
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'provider_ref', 'amount_cents', 'reason', 'status', 'withdrawn_cents'])
    .select(['posting_count', 'respond_by', 'opened_at', 'checked_at', 'is_refundable'])
    .where('provider_ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const listDisputesOfPayment = (db: DbOrTrx, paymentId: number) =>
  db
    .selectFrom('disputes')
    .select(['id', 'provider_ref', 'status', 'is_refundable', 'amount_cents', 'withdrawn_cents'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();

/** References of disputes that are not decided and were opened before an instant. */
export const listOldOpenDisputes = (db: Db, provider: string, openedBefore: Date) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('disputes.provider_ref')
    .where('payments.provider', '=', provider)
    .where('disputes.status', 'not in', closedDisputeStatuses)
    .where('disputes.opened_at', '<', openedBefore)
    .orderBy('disputes.id')
    .execute();

export const updateDispute = (trx: Trx, id: number, change: Updateable<Database['disputes']>) =>
  trx.updateTable('disputes').set(change).where('id', '=', id).execute();

/**
 * The refunds of a payment in the state that needs most attention, with their sum: those on their way before those that are
 * done, then the newest.
 */
export const selectMoneyBack = (paymentId: Expression<unknown>) =>
  sql<{ state: RefundState; amount_cents: number; reason: MoneyBackReason | null } | null>`(
    select json_build_object('state', state, 'amount_cents', sum(amount_cents),
      'reason', case when bool_and(state = 'failed' and error is not distinct from ${DISPUTE_REVERSED}) then min(error) end)
    from refunds where payment_id = ${paymentId} and state <> 'restored' group by state
    order by bool_or(done_at is null) desc, (state = 'failed') desc, max(id) desc limit 1)`;

/** What of a payment is back: sent to the card, given back by the bank, or paid otherwise. */
export const selectCardReturned = (paymentId: Expression<unknown>) =>
  sql<number>`(select coalesce(sum(amount_cents), 0)::int from refunds
    where payment_id = ${paymentId} and done_at is not null and state <> 'restored')`;

/** How the newest dispute about a payment stands; a lost one decides whatever became of others. */
export const selectDisputeOutcome = (paymentId: Expression<unknown>) =>
  sql<DisputeOutcome | null>`(
    select case when status = 'lost' then 'lost' when status = any(${closedDisputeStatuses}::text[]) then 'won'
      else 'open' end
    from disputes where payment_id = ${paymentId} order by (status = 'lost') desc, id desc limit 1)`;
