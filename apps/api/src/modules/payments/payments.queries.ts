import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** The secret with which its buyer pays is read for them alone. */
const paymentColumns = [
  ...(['payments.id', 'payments.token', 'payments.user_id', 'payments.product_id'] as const),
  ...(['payments.slot_id', 'payments.amount_cents', 'payments.provider', 'payments.provider_ref'] as const),
  ...(['payments.state', 'payments.expires_at'] as const),
] as const;

export type Payment = Awaited<ReturnType<typeof findPayment>> & object;
/** Of the buyer who pays. */
export type Hold = Awaited<ReturnType<typeof insertPayment>>;

export const selectHolds = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .select('payments.client_secret')
    .where('payments.user_id', '=', userId)
    .where('payments.state', '=', 'pending')
    .orderBy('payments.id');

export const findMyPayment = (db: DbOrTrx, userId: number, token: string) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('token', '=', token)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const findPaymentByRef = (db: DbOrTrx, ref: string) =>
  db.selectFrom('payments').select(paymentColumns).where('provider_ref', '=', ref).executeTakeFirst();

export const findPayment = (db: DbOrTrx, id: number) =>
  db.selectFrom('payments').select(paymentColumns).where('id', '=', id).executeTakeFirst();

/** Every change of state starts here. */
export const lockPayment = (trx: Trx, id: number) =>
  trx
    .selectFrom('payments')
    .select(paymentColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Holds of all buyers, the oldest first. */
export const listPendingPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .select(['id', 'expires_at', 'provider_ref'])
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(500)
    .execute();

export type RecordedPayment = Awaited<ReturnType<typeof listPaymentsOpenedIn>>[number];

/** Payments that this provider knows of, opened in a period, with what of each went back. */
export const listPaymentsOpenedIn = (db: DbOrTrx, provider: string, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('payments')
    .select(['state', 'amount_cents', 'created_at'])
    .select(({ ref }) => ref('provider_ref').$notNull().as('ref'))
    .select(
      sql<number>`CASE state WHEN 'refunded' THEN amount_cents ELSE 0 END + coalesce((SELECT
        sum(CASE WHEN state <> 'refunded' AND sent_at IS NOT NULL THEN part.amount_cents
          WHEN state = 'refunded' AND sent_at IS NULL THEN -part.amount_cents END)
        FROM partial_refunds part WHERE payment_id = payments.id), 0)::int`.as('refunded_cents'),
    )
    .where('provider', '=', provider)
    .where('provider_ref', 'is not', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute();

export const insertPayment = (trx: Trx, payment: Insertable<Database['payments']>) =>
  trx
    .insertInto('payments')
    .values(payment)
    .returning(paymentColumns)
    .returning('client_secret')
    .executeTakeFirstOrThrow();

/** One more request waits for the intent of a hold; undefined when it is no hold any more. */
export const joinIntentRequest = (trx: Trx, id: number) =>
  trx
    .updateTable('payments')
    .set({ intent_requests: sql`intent_requests + 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(paymentColumns)
    .returning('client_secret')
    .executeTakeFirst();

/** One request is answered; what it learnt of the intent is written down, also of a hold that ended meanwhile. */
export const leaveIntentRequest = (
  db: DbOrTrx,
  id: number,
  intent: { provider_ref?: string; client_secret?: string } = {},
) =>
  db
    .updateTable('payments')
    .set({ ...intent, intent_requests: sql`intent_requests - 1` })
    .where('id', '=', id)
    .returning(['id', 'slot_id', 'state', 'client_secret', 'intent_requests'])
    .executeTakeFirstOrThrow();

/** Ends the time of a slot's holds; answers those whose time had not ended before. */
export const expireHoldsOfSlot = (db: Db, slotId: number, now: Date) =>
  db
    .updateTable('payments')
    .set({ expires_at: now })
    .where('slot_id', '=', slotId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .returning('id')
    .execute();

export const updatePayment = (db: DbOrTrx, id: number, change: Updateable<Database['payments']>) =>
  db.updateTable('payments').set(change).where('id', '=', id).execute();

/** Payments with one of these provider references that ended without money. */
export const listUnpaidByRefs = async (db: Db, refs: string[]) =>
  refs.length === 0
    ? []
    : db
        .selectFrom('payments')
        .select(['id', 'provider_ref'])
        .where('provider_ref', 'in', refs)
        .where('state', 'in', ['failed', 'expired'])
        .orderBy('id')
        .$narrowType<{ provider_ref: string }>()
        .execute();
