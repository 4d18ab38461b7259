import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** A payment with what of it went back, or is going, in parts. */
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

const owedPayments = (db: DbOrTrx) => db.selectFrom('payments').where('state', '=', 'refund_due');
const owedParts = (db: DbOrTrx) => db.selectFrom('partial_refunds').where('sent_at', 'is', null);

/** Payments that go back whole and whose next attempt is due. */
export const duePayments = (db: Db, now: Date) =>
  owedPayments(db).select('id').where(isDue(now)).orderBy('id').limit(500).execute();

export const dueParts = (db: Db, now: Date) =>
  owedParts(db).select('id').where(isDue(now)).orderBy('id').limit(500).execute();

/** Undefined when no attempt of it is due. */
export const lockDueRefund = (trx: Trx, table: RefundTable, id: number, now: Date) =>
  table === 'payments'
    ? owedPayments(trx)
        .select('refund_attempts')
        .where('id', '=', id)
        .where(isDue(now))
        .forUpdate()
        .executeTakeFirst()
    : owedParts(trx)
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

/** Those of one payment, or of all. */
export const makePaymentsDue = (trx: Trx, paymentId: number | null) =>
  trx
    .updateTable('payments')
    .set({ refund_next_attempt_at: null })
    .where('state', '=', 'refund_due')
    .$if(paymentId !== null, (query) => query.where('id', '=', paymentId!))
    .returning('id')
    .execute();

export const makePartsDue = (trx: Trx, paymentId: number | null) =>
  trx
    .updateTable('partial_refunds')
    .set({ refund_next_attempt_at: null })
    .where('sent_at', 'is', null)
    .$if(paymentId !== null, (query) => query.where('payment_id', '=', paymentId!))
    .returning('id')
    .execute();

/** Undefined when it was sent. */
export const findUnsentPartialRefund = (db: Db, id: number) =>
  db
    .selectFrom('partial_refunds')
    .innerJoin('payments', 'payments.id', 'partial_refunds.payment_id')
    .select(['partial_refunds.amount_cents', 'partial_refunds.payment_id'])
    .select(['payments.user_id', 'payments.provider_ref', 'payments.token'])
    .where('partial_refunds.id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();

/** False when somebody was quicker. */
export const markPartialRefundSent = async (trx: Trx, id: number, now: Date): Promise<boolean> =>
  (await trx
    .updateTable('partial_refunds')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;
