import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { type OrderDetails, selectOrderDetails, selectOrdersKept } from '../orders/index.ts';
import { payHold, selectHolds } from '../payments/index.ts';
import { selectProductNames } from '../products/index.ts';

/** A buyer's holds with their product names, the seller's own and those in other languages. */
export const listMyHolds = (db: DbOrTrx, userId: number) =>
  selectHolds(db, userId)
    .innerJoin('products', 'products.id', 'payments.product_id')
    .leftJoin('discount_codes', 'discount_codes.id', 'payments.discount_code_id')
    .select(['products.name as product_name', 'discount_codes.code'])
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .execute();

/** A payment of the user with the time zone of its sale place. */
export const findMyPaymentWithPlace = (db: Db, userId: number, token: string) =>
  db
    .selectFrom('payments')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['payments.id', 'payments.state', 'payments.provider_ref', 'payments.expires_at'])
    .select(['payments.captures_later', 'payments.is_passed_on', 'payments.discarded_intents'])
    .select('payments.amount_cents')
    .select('sale_places.time_zone')
    .where('payments.token', '=', token)
    .where('payments.user_id', '=', userId)
    .executeTakeFirst();

/** Pays a hold and reads what its order copies; undefined when it has ended or is paid. */
export async function payHoldWithOrderDetails(
  trx: Trx,
  paymentId: number,
  payment: Parameters<typeof payHold>[2],
) {
  const hold = await trx
    .with('payment', () => payHold(trx, paymentId, payment))
    .selectFrom('payment')
    .leftJoinLateral(
      selectOrderDetails(trx, sql.ref('payment.product_id'), sql.ref('payment.slot_id')).as('details'),
      (join) => join.onTrue(),
    )
    .select(['payment.id', 'payment.user_id', 'payment.product_id', 'payment.slot_id'])
    .select(['payment.amount_cents', 'payment.quantity', 'payment.is_offer'])
    .select(['payment.credit_cents', 'payment.discount_cents', 'payment.discount_code_id'])
    .select(['payment.invoice_name', 'payment.invoice_tax_number', 'payment.is_withdrawable'])
    .select(['details.name', 'details.old_price_cents', 'details.sale_place_id', 'details.seller_id'])
    .select(['details.vat_percent', 'details.is_vat_mixed', 'details.is_perishable'])
    .select('details.weight_grams')
    .select(['details.starts_at', 'details.ends_at', 'details.cancelled'])
    .$narrowType<OrderDetails>()
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();
  if (hold && (hold.sale_place_id as number | null) === null)
    throw new Error(`payment ${paymentId}: its slot does not exist`);
  return hold;
}

/** Recipient, product and amount for the mail about a refunded late payment. */
export const getLateRefund = (db: Db, paymentId: number) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .innerJoin('pickup_slots', 'pickup_slots.id', 'payments.slot_id')
    .select('pickup_slots.cancelled')
    .select(['users.email', 'users.language', 'products.name', 'payments.amount_cents'])
    .select(['payments.id', 'payments.user_id', 'payments.slot_id', 'payments.discount_code_id'])
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();

export const isSlotCancelled = async (db: Db, slotId: number): Promise<boolean> =>
  (await db
    .selectFrom('pickup_slots')
    .select('id')
    .where('id', '=', slotId)
    .where('cancelled', '=', true)
    .executeTakeFirst()) !== undefined;

/** Live holds of a slot by accounts that have neither a verified address nor an earlier order; not units that were offered. */
const selectUnprovenHolds = (db: Db, slotId: number, now: Date) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .where('payments.slot_id', '=', slotId)
    .where('payments.state', '=', sql.lit('pending'))
    .where('payments.is_offer', '=', false)
    .where('payments.expires_at', '>', now)
    .where('users.email_verified_at', 'is', null)
    .where(({ not, exists }) => not(exists(selectOrdersKept(sql.ref('payments.user_id')))));

export const hasUnprovenHolds = async (db: Db, slotId: number, now: Date): Promise<boolean> =>
  (await selectUnprovenHolds(db, slotId, now).select('payments.id').limit(1).executeTakeFirst()) !==
  undefined;

/** Reads what `planPassingOn` needs. */
export const listUnprovenHolds = (db: Db, slotId: number, now: Date) =>
  selectUnprovenHolds(db, slotId, now)
    .select(['payments.id', 'payments.user_id', 'payments.provider_ref', 'payments.quantity'])
    .select('payments.created_at as createdAt')
    .select(
      // A condition for each index: with 'or' all payments of the slot would be read for each hold.
      sql<Date>`least(payments.created_at,
        (select min(earlier.created_at) from payments earlier
          where earlier.user_id = payments.user_id and earlier.slot_id = payments.slot_id
            and earlier.state in ('failed', 'expired') and not earlier.is_offer and not earlier.is_excused),
        (select min(earlier.created_at) from payments earlier
          where earlier.network_hash = payments.network_hash and earlier.slot_id = payments.slot_id
            and not earlier.is_offer and not earlier.is_excused))`.as('firstTakenAt'),
    )
    .orderBy('payments.id')
    .execute();

/** Whether the user has a verified address or an order that was not given back. */
export const isProvenBuyer = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb, exists }) =>
      or([eb('email_verified_at', 'is not', null), exists(selectOrdersKept(sql.ref('users.id')))]),
    )
    .executeTakeFirst()) !== undefined;

/** The instant up to which the provider's list of payments has been synced. */
export const findSyncCursor = async (db: Db, provider: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('payment_sync_cursors')
      .select('synced_until')
      .where('provider', '=', provider)
      .executeTakeFirst()
  )?.synced_until ?? null;

export const saveSyncCursor = (db: Db, provider: string, synced_until: Date) =>
  db
    .insertInto('payment_sync_cursors')
    .values({ provider, synced_until })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ synced_until }))
    .execute();
