import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** What a payment is taken for; undefined when it is not on sale. */
export const findProductForSale = (db: DbOrTrx, productId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.price_cents', 'sale_places.owner_id'])
    .where('products.id', '=', productId)
    .where('products.state', '=', 'active')
    .executeTakeFirst();

/**
 * Makes one person's payments follow one another, so that nobody gets past the number of holds. Undefined when they
 * have deleted their account.
 */
export const lockBuyer = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The secret with which its buyer pays is read for them alone. */
const paymentColumns = [
  ...(['payments.id', 'payments.token', 'payments.user_id', 'payments.product_id'] as const),
  ...(['payments.slot_id', 'payments.amount_cents', 'payments.provider', 'payments.provider_ref'] as const),
  ...(['payments.state', 'payments.expires_at'] as const),
] as const;

export type Payment = Awaited<ReturnType<typeof findPayment>> & object;
/** Of the buyer who pays. */
export type Hold = Awaited<ReturnType<typeof insertPayment>>;

export const listPendingPayments = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payments')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .select(paymentColumns)
    .select(['payments.client_secret', 'products.name as product_name'])
    .where('payments.user_id', '=', userId)
    .where('payments.state', '=', 'pending')
    .orderBy('payments.id')
    .execute();

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

/** Locked together with the end of its window: every change of state starts here. */
export const lockPayment = (trx: Trx, id: number) =>
  trx
    .selectFrom('payments')
    .innerJoin('pickup_slots', 'pickup_slots.id', 'payments.slot_id')
    .select(paymentColumns)
    .select('pickup_slots.ends_at as window_end')
    .where('payments.id', '=', id)
    .forUpdate('payments')
    .executeTakeFirstOrThrow();

/** Holds: what the provider may know more about than we do. */
export const pendingPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .select(['id', 'expires_at', 'provider_ref'])
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(500)
    .execute();

export type PendingPayment = Awaited<ReturnType<typeof pendingPayments>>[number];

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

/** Holds of a slot that were to run longer. */
export const expireHoldsNow = (db: Db, slotId: number, now: Date) =>
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

/** Whom to tell about a payment, and what it was for. */
export const getBuyerAndProduct = (db: Db, paymentId: number) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .select(['users.email', 'users.language', 'products.name', 'payments.amount_cents'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();

/** Until when we have gone through this provider's list. */
export const findSyncCursor = async (db: Db, provider: string): Promise<Date | null> =>
  (await db.selectFrom('provider_looks').select('until').where('provider', '=', provider).executeTakeFirst())
    ?.until ?? null;

export const saveSyncCursor = (db: Db, provider: string, until: Date) =>
  db
    .insertInto('provider_looks')
    .values({ provider, until })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ until }))
    .execute();

/** Those of these that ended without money. */
export const listUnpaidAmong = async (db: Db, refs: string[]) =>
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
