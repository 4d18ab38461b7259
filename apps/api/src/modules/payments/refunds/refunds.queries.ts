import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** A payment with the sum of its partial refunds, sent or not. */
export const findPaymentToRefund = (db: Db, paymentId: number) =>
  db
    .selectFrom('payments')
    .select(['state', 'provider_ref', 'token', 'user_id', 'amount_cents'])
    .select((eb) =>
      eb
        .selectFrom('partial_refunds')
        .select(({ fn, val }) => fn.coalesce(fn.sum<string>('amount_cents'), val(0)).as('cents'))
        .whereRef('payment_id', '=', 'payments.id')
        .as('parts_cents'),
    )
    .where('id', '=', paymentId)
    .executeTakeFirst()
    .then((row) => row && { ...row, parts_cents: Number(row.parts_cents) });

export const insertPartialRefund = (trx: Trx, partialRefund: Insertable<Database['partial_refunds']>) =>
  trx.insertInto('partial_refunds').values(partialRefund).returning('id').executeTakeFirstOrThrow();

export type RefundTable = 'payments' | 'partial_refunds';

const isDue = (now: Date) =>
  sql<boolean>`(refund_next_attempt_at IS NULL OR refund_next_attempt_at <= ${now})`;

const selectOwedPayments = (db: DbOrTrx) => db.selectFrom('payments').where('state', '=', 'refund_due');
const selectOwedPartialRefunds = (db: DbOrTrx) =>
  db.selectFrom('partial_refunds').where('sent_at', 'is', null);

/** Payments to refund in full whose next attempt is due. */
export const listDuePayments = (db: Db, now: Date) =>
  selectOwedPayments(db).select('id').where(isDue(now)).orderBy('id').limit(500).execute();

export const listDuePartialRefunds = (db: Db, now: Date) =>
  selectOwedPartialRefunds(db).select('id').where(isDue(now)).orderBy('id').limit(500).execute();

/** Undefined when no attempt is due. */
export const lockDueRefund = (trx: Trx, table: RefundTable, id: number, now: Date) =>
  table === 'payments'
    ? selectOwedPayments(trx)
        .select('refund_attempts')
        .where('id', '=', id)
        .where(isDue(now))
        .forUpdate()
        .executeTakeFirst()
    : selectOwedPartialRefunds(trx)
        .select('refund_attempts')
        .where('id', '=', id)
        .where(isDue(now))
        .forUpdate()
        .executeTakeFirst();

type RefundAttemptChange = Pick<
  Updateable<Database['payments']>,
  'refund_attempts' | 'refund_next_attempt_at' | 'refund_error' | 'refund_stuck_at'
>;

export const updateRefundAttempts = (trx: Trx, table: RefundTable, id: number, change: RefundAttemptChange) =>
  trx.updateTable(table).set(change).where('id', '=', id).execute();

/** Of one payment or of all. */
export const makePaymentsDue = (trx: Trx, paymentId: number | null) =>
  trx
    .updateTable('payments')
    .set({ refund_next_attempt_at: null })
    .where('state', '=', 'refund_due')
    .$if(paymentId !== null, (query) => query.where('id', '=', paymentId!))
    .returning('id')
    .execute();

export const makePartialRefundsDue = (trx: Trx, paymentId: number | null) =>
  trx
    .updateTable('partial_refunds')
    .set({ refund_next_attempt_at: null })
    .where('sent_at', 'is', null)
    .$if(paymentId !== null, (query) => query.where('payment_id', '=', paymentId!))
    .returning('id')
    .execute();

/** Undefined when it has been sent. */
export const findUnsentPartialRefund = (db: Db, id: number) =>
  db
    .selectFrom('partial_refunds')
    .innerJoin('payments', 'payments.id', 'partial_refunds.payment_id')
    .select(['partial_refunds.amount_cents', 'partial_refunds.payment_id'])
    .select(['payments.user_id', 'payments.provider_ref', 'payments.token'])
    .where('partial_refunds.id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();

/** Returns false when a concurrent job has marked it. */
export const markPartialRefundSent = async (trx: Trx, id: number, now: Date): Promise<boolean> =>
  (await trx
    .updateTable('partial_refunds')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;
