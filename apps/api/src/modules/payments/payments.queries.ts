import type { PaymentMethod } from '@wopack/contract';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { deleteInBatches, updateInBatches } from '../../platform/db/batches.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { buildUnreferenced } from '../../platform/db/unreferenced.queries.ts';
import {
  anyOf,
  preparedStatementHint,
  sharedReadHint,
} from '../../platform/performance/prepared-statements.ts';
import { isAmong, type ReconciliationSource } from '../ledger/index.ts';
import { type EndedHolds, SHORT_HOLD_MS } from './holds.rules.ts';

/** What the price is paid by. */
const partColumns = ['amount_cents', 'credit_cents', 'discount_cents', 'discount_code_id'] as const;

/** Without `client_secret`, which is read for the paying buyer only. */
const paymentColumns = [
  'payments.id',
  'payments.token',
  'payments.user_id',
  'payments.product_id',
  'payments.slot_id',
  'payments.amount_cents',
  'payments.quantity',
  'payments.provider',
  'payments.provider_ref',
  'payments.credit_cents',
  'payments.discount_cents',
  'payments.discount_code_id',
  'payments.state',
  'payments.expires_at',
  'payments.is_offer',
  'payments.captures_later',
  'payments.discarded_intents',
  'payments.failure_code',
  'payments.is_passed_on',
  'payments.invoice_name',
  'payments.invoice_tax_number',
  'payments.mb_way_requested_at',
  'payments.phone_ending',
  'payments.is_withdrawable',
] as const;

export type Payment = Awaited<ReturnType<typeof findPayment>> & object;
/** Paid, whatever became of the money since. */
export const SETTLED_STATES: readonly Payment['state'][] = ['paid', 'refund_due', 'refunded'];

/** A pending payment with the secret for its buyer. */
export type Hold = Awaited<ReturnType<typeof insertPayment>>;

export const selectHolds = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .select('payments.client_secret')
    .where('payments.user_id', '=', userId)
    // A literal: the partial index of holds is not used for a parameter.
    .where('payments.state', '=', sql.lit('pending'))
    .orderBy('payments.id');

/** What the user has on hold, without what it is paid by. */
export const listHoldPrices = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payments')
    .select(['slot_id', 'quantity', 'amount_cents', 'credit_cents', 'discount_cents'])
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('pending'))
    .execute();

export type HoldPrice = Awaited<ReturnType<typeof listHoldPrices>>[number];

/** Slots of the holds of these users. */
export const listHoldsOfUsers = async (db: DbOrTrx, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('payments')
        .select(['user_id', 'slot_id'])
        .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
        .where('state', '=', sql.lit('pending'))
        .execute();

/** Holds of these slots, with those that were offered. */
export const listHoldsOfSlots = async (db: DbOrTrx, slotIds: readonly number[]) =>
  slotIds.length === 0
    ? []
    : db
        .selectFrom('payments')
        .select(['slot_id', 'quantity', 'is_offer', 'expires_at'])
        .where('slot_id', '=', sql<number>`any(${slotIds}::bigint[])`)
        .where('state', '=', sql.lit('pending'))
        .execute();

export const findMyPayment = (db: DbOrTrx, userId: number, token: string) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('token', '=', token)
    .where('user_id', '=', userId)
    .modifyEnd(sharedReadHint)
    .executeTakeFirst();

export const listPaymentsByRefs = (db: DbOrTrx, refs: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('provider_ref', '=', anyOf(refs, 'text[]'))
    .modifyEnd(sharedReadHint)
    .execute();

export const findPayment = (db: DbOrTrx, id: number) =>
  db.selectFrom('payments').select(paymentColumns).where('id', '=', id).executeTakeFirst();

/** Must precede every change of state except a conditional update such as `payHold`. */
export const lockPayment = (trx: Trx, id: number) =>
  trx
    .selectFrom('payments')
    .select(paymentColumns)
    .where('id', '=', id)
    .forUpdate()
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();

/** Locks those of a slot that credit or a code has paid a part of. */
export const lockPaidInParts = (trx: Trx, slotId: number) =>
  trx
    .selectFrom('payments')
    .select(['id', ...partColumns])
    .where('slot_id', '=', slotId)
    .where('state', '=', 'paid')
    .where(({ or, eb }) => or([eb('credit_cents', '>', 0), eb('discount_cents', '>', 0)]))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Pays a hold; returns nothing when it has ended or is paid. */
export const payHold = (
  trx: Trx,
  id: number,
  payment: { method: PaymentMethod; card_last4: string | null; settled_at: Date },
) =>
  trx
    .updateTable('payments')
    .set({ state: 'paid', network_hash: null, card_fingerprint: null, ...payment })
    .where('id', '=', id)
    .where('state', '=', sql.lit('pending'))
    .returning(paymentColumns);

/** Whether the buyer of a hold has taken its slot again since, and has paid or can pay for that. */
export const isTakenAnew = async (
  db: DbOrTrx,
  { id, user_id: userId, slot_id: slotId }: Pick<Payment, 'id' | 'user_id' | 'slot_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', id)
    .where('slot_id', '=', slotId)
    .where('state', 'in', ['pending', 'paid'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Holds that buyers asked for and that end before an instant. */
export const listHoldsThatEndBefore = (db: DbOrTrx, instant: Date) =>
  db
    .selectFrom('payments')
    .select(['id', 'expires_at'])
    .where('state', '=', sql.lit('pending'))
    .where('is_offer', '=', false)
    .where('expires_at', '<', instant)
    .execute();

/**
 * Takes holds that nobody has asked the provider about since an instant, or since they are over, those that waited
 * longest first. What another process takes or changes at the moment is left out.
 */
export const takeHoldsToSync = (
  db: Db,
  { now, syncedBefore, limit }: { now: Date; syncedBefore: Date; limit: number },
) =>
  db
    .updateTable('payments')
    .set({ synced_at: now })
    .where('id', 'in', (payments) =>
      payments
        .selectFrom('payments')
        .select('id')
        .where('state', '=', sql.lit('pending'))
        .where(({ or, eb }) =>
          or([
            eb('synced_at', 'is', null),
            eb('synced_at', '<', syncedBefore),
            eb.and([eb('expires_at', '<=', now), eb('synced_at', '<', eb.ref('expires_at'))]),
          ]),
        )
        .orderBy(sql`synced_at nulls first`)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'expires_at', 'created_at', 'provider', 'provider_ref'])
    .execute();

export type RecordedPayment = Awaited<ReturnType<typeof listPaymentsOpenedIn>>[number];

/** Payments created in a period that have an intent at this provider, with the refunded amounts. */
export const listPaymentsOpenedIn = (db: DbOrTrx, provider: string, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('payments')
    .select(['state', 'amount_cents', 'created_at'])
    .select(({ ref }) => ref('provider_ref').$notNull().as('ref'))
    .select(
      sql<number>`coalesce((SELECT sum(booked_cents) FROM refund_transfers
        WHERE payment_id = payments.id AND way = 'provider'), 0)::int`.as('refunded_cents'),
    )
    .where('provider', '=', provider)
    .where('provider_ref', 'is not', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute();

/** What its buyer reads of the pack before they pay: it counts for the order. */
const isWithdrawable = ({ product_id: productId }: Insertable<Database['payments']>) =>
  sql<boolean>`(select not is_perishable from products where products.id = ${productId})`;

export const insertPayment = (trx: Trx, payment: Insertable<Database['payments']>) =>
  trx
    .insertInto('payments')
    .values({ ...payment, is_withdrawable: isWithdrawable(payment) })
    .returning(paymentColumns)
    .returning('client_secret')
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();

/** Holds of one slot that ended unpaid and have not been made good by buying it; not those that were offered. */
const countEndedHolds = (condition: RawBuilder<boolean>, { withOffers = false } = {}) => sql<EndedHolds>`(
  select json_build_object(
    'long', count(*) filter (where lasted_long), 'short', count(*) filter (where not lasted_long),
    'lastLongEndedAt', extract(epoch from max(ended_at) filter (where lasted_long)) * 1000,
    'lastEndedAt', extract(epoch from max(ended_at)) * 1000)
  from (select ended_at, ended_at - created_at >= ${sql.lit(`${SHORT_HOLD_MS} ms`)}::interval as lasted_long
    -- The job that ends a hold may be late.
    from payments ended, lateral (select least(settled_at, expires_at) as ended_at) ending
    where ${condition} and state in ('failed', 'expired') and (${sql.lit(withOffers)} or not is_offer)
      and not is_excused
      and not exists (select from payments paid where paid.slot_id = ended.slot_id
        and paid.user_id = ended.user_id and paid.state = 'paid' and paid.id > ended.id)) ended_holds)`;

const ofTheAccount = sql<boolean>`ended.user_id = payments.user_id and ended.slot_id = payments.slot_id`;
const ofItsCards = sql<boolean>`ended.slot_id = payments.slot_id and ended.card_fingerprint in (
  select tried.card_fingerprint from payments tried
  where tried.user_id = payments.user_id and tried.card_fingerprint is not null)`;
const ofItsNetwork = sql<boolean>`ended.network_hash = payments.network_hash and ended.slot_id = payments.slot_id`;

/**
 * Inserts a hold and returns, as it was before, what decides whether it may be taken: other holds of the buyer, and
 * unpaid ones of the slot. Returns nothing when the buyer has a hold of the slot.
 */
export const insertHold = (trx: Trx, hold: Insertable<Database['payments']>) =>
  trx
    .insertInto('payments')
    .values({ ...hold, is_withdrawable: isWithdrawable(hold) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'slot_id']).where('state', '=', sql.lit('pending')).doNothing(),
    )
    .returning(paymentColumns)
    .returning('client_secret')
    .returning([
      sql<Date[]>`array(select other.expires_at from payments other
        where other.user_id = payments.user_id and other.state = 'pending')`.as('other_expiries'),
      countEndedHolds(ofTheAccount).as('ended_of_account'),
      countEndedHolds(ofItsCards).as('ended_of_card'),
      countEndedHolds(ofItsNetwork).as('ended_of_network'),
      sql<{ units: number; firstEndsAt: number | null }>`(
        select json_build_object('units', coalesce(sum(live.quantity), 0), 'firstEndsAt', extract(epoch from min(live.expires_at)) * 1000)
        from payments live where live.network_hash = payments.network_hash and live.slot_id = payments.slot_id
          -- Not 'pending', for which the index of all holds would be read: a network is noted of unpaid ones only.
          and live.state not in ('failed', 'expired'))`.as('live_of_network'),
    ])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();

/** Counts those of an account, with offers of a unit that it let lapse, and without holds that passed to another buyer. */
export const countUnpaidHolds = async (trx: Trx, userId: number, slotId: number): Promise<EndedHolds> => {
  const ofTheUser = sql<boolean>`ended.user_id = ${userId} and ended.slot_id = ${slotId} and not ended.is_passed_on`;
  const query = sql<{
    ended: EndedHolds;
  }>`select ${countEndedHolds(ofTheUser, { withOffers: true })} as ended`;
  return (await query.execute(trx)).rows[0]!.ended;
};

/** Counts one more request waiting for the intent of a hold; undefined when the hold has ended. */
export const joinIntentRequest = (trx: Trx, id: number) =>
  trx
    .updateTable('payments')
    .set({ intent_requests: sql`intent_requests + 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('mb_way_requested_at', 'is', null)
    .returning(paymentColumns)
    .returning('client_secret')
    .executeTakeFirst();

/** Counts one request less and stores the intent it got, even if the hold has ended meanwhile. */
export const leaveIntentRequest = (
  db: DbOrTrx,
  id: number,
  intent: { provider_ref?: string; client_secret?: string } = {},
) =>
  db
    .updateTable('payments')
    .set({ ...intent, intent_requests: sql`intent_requests - 1` })
    .where('id', '=', id)
    .returning([
      'id',
      'slot_id',
      'quantity',
      'state',
      'provider_ref',
      'client_secret',
      'intent_requests',
      'is_offer',
      ...partColumns,
    ])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();

/** Notes why the intent of a hold is about to be cancelled. */
export const saveFailureCode = (db: DbOrTrx, id: number, failureCode: string) =>
  db
    .updateTable('payments')
    .set({ failure_code: failureCode })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();

/**
 * Gives a hold without an intent one of MB WAY, before anybody is asked to confirm it. False when the hold has ended, or
 * has another intent, or had one since `hold` was read, whose amount may be another; or a request waits for one.
 */
export async function saveMbWayIntent(
  db: Db,
  { id, discarded_intents: discardedIntents }: Pick<Payment, 'id' | 'discarded_intents'>,
  intent: Pick<
    Updateable<Database['payments']>,
    'provider_ref' | 'client_secret' | 'mb_way_requested_at' | 'phone_ending' | 'card_fingerprint'
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ ...intent, failure_code: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('provider_ref', 'is', null)
    .where('discarded_intents', '=', discardedIntents)
    .where('intent_requests', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Forgets the cancelled intent of a hold, so that the next one can be paid by another card, or in another way; notes why,
 * if said. False when it has another.
 */
export async function discardIntent(
  db: DbOrTrx,
  id: number,
  ref: string,
  failureCode?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ provider_ref: null, client_secret: null, discarded_intents: sql`discarded_intents + 1` })
    .set({ mb_way_requested_at: null, ...(failureCode !== undefined && { failure_code: failureCode }) })
    .where('id', '=', id)
    .where('provider_ref', '=', ref)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends a hold whose unit passes to another buyer; returns what it has of credit and code, for the caller to give back.
 * Undefined when it has ended or is paid, or has another intent than the one that was cancelled.
 */
export const endPassedOnHold = (
  trx: Trx,
  { id, provider_ref: ref }: { id: number; provider_ref: string | null },
  now: Date,
) =>
  trx
    .updateTable('payments')
    .set({ state: 'expired', is_passed_on: true, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('provider_ref', 'is not distinct from', ref)
    .returning(['id', ...partColumns])
    .executeTakeFirst();

/**
 * Changes how many units are on hold, what they cost, and what of that credit and a code pay, where its intent was
 * cancelled; the next intent has the new amount. The caller takes or returns the differences. False when the hold has
 * ended, was changed since it was read, has another intent, or a request waits for one with the former amount.
 */
export async function changeHold(
  trx: Trx,
  hold: Pick<Payment, 'id' | 'provider_ref' | 'quantity' | (typeof partColumns)[number]>,
  change: Pick<Updateable<Database['payments']>, 'quantity' | 'provider' | (typeof partColumns)[number]>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({ ...change, provider_ref: null, client_secret: null })
    .set({ discarded_intents: sql`discarded_intents + 1`, mb_way_requested_at: null })
    .where('id', '=', hold.id)
    .where('state', '=', 'pending')
    .where('provider_ref', 'is not distinct from', hold.provider_ref)
    .where('intent_requests', '=', 0)
    .where('quantity', '=', hold.quantity)
    .where((where) =>
      where.and(partColumns.map((column) => where(column, 'is not distinct from', hold[column]))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Expires a slot's holds now; returns those that had time left. */
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
  db.updateTable('payments').set(change).where('id', '=', id).modifyEnd(preparedStatementHint).execute();

/** Whom the seller issues the invoice for, until the order has it. */
export const saveHoldInvoice = (
  db: DbOrTrx,
  id: number,
  { invoice_name, invoice_tax_number }: { invoice_name: string | null; invoice_tax_number: string | null },
) =>
  db
    .updateTable('payments')
    .set({ invoice_name, invoice_tax_number })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();

/** Removes details from payments that came to nothing, whose rows may stay. */
export const removeUnpaidInvoices = (db: DbOrTrx, before: Date) =>
  updateInBatches(db, 'payments', sql`invoice_name = NULL, invoice_tax_number = NULL`, {
    by: 'created_at',
    isDue: sql`state IN ('failed', 'expired') AND invoice_tax_number IS NOT NULL AND created_at < ${before}`,
  });

/**
 * Payments that came to nothing and that nothing refers to: no refund, dispute, posting, or entry of a line. Returns how
 * many it deleted.
 */
export const deleteUnpaid = async (db: DbOrTrx, before: Date): Promise<void> =>
  deleteInBatches(db, 'payments', {
    by: 'created_at',
    isDue: sql`state IN ('failed', 'expired') AND created_at < ${before} AND ${await buildUnreferenced(db, 'payments')}`,
  });

/** Forgets the networks and cards of unpaid holds that were taken before. */
export async function forgetUnpaidHolds(db: Db, takenBefore: Date): Promise<void> {
  for (const column of ['network_hash', 'card_fingerprint'] as const)
    await updateInBatches(db, 'payments', sql`network_hash = NULL, card_fingerprint = NULL`, {
      by: column,
      isDue: sql`${sql.ref(column)} IS NOT NULL AND created_at < ${takenBefore}`,
    });
}

/** Payments with one of these provider references that failed or expired. */
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

/**
 * Balances implied by payments, refunds and disputes: the provider holds what was paid and neither refunded nor
 * withdrawn, which is owed to buyers until spent or given back. What banks withdrew and no refund accounts for is
 * WoPack's loss.
 */
export const paymentReconciliation: ReconciliationSource = async (db, records) => {
  if (records && records.kind !== 'payment') return [];
  const isRead = isAmong('payment_id', records);
  const { rows } = await sql<{ user_id: number; cents: string; provider_cents: string }>`
    SELECT user_id, sum(amount_cents - coalesce(back.cents, 0)) AS cents,
      sum(amount_cents - coalesce(back.provider_cents, 0)) AS provider_cents
    FROM payments LEFT JOIN (
      SELECT payment_id, sum(booked_cents) AS cents, sum(booked_cents) FILTER (WHERE way = 'provider') AS provider_cents
      FROM refund_transfers WHERE ${isRead} GROUP BY payment_id) back ON back.payment_id = payments.id
    WHERE state IN ('paid', 'refund_due', 'refunded') AND ${isAmong('payments.id', records)} GROUP BY user_id`.execute(
    db,
  );
  const others = await sql<{ withdrawn: string; disputed: string; transferred: string }>`
    SELECT (SELECT coalesce(sum(withdrawn_cents), 0) FROM disputes WHERE ${isRead}) AS withdrawn,
      coalesce(sum(booked_cents) FILTER (WHERE way = 'dispute'), 0) AS disputed,
      coalesce(sum(booked_cents) FILTER (WHERE way = 'bank'), 0) AS transferred
    FROM refund_transfers WHERE ${isRead}`.execute(db);
  const [withdrawn, disputed, transferred] = (['withdrawn', 'disputed', 'transferred'] as const).map((name) =>
    Number(others.rows[0]![name]),
  ) as [number, number, number];
  const providerCents = rows.reduce((sum, { provider_cents }) => sum + Number(provider_cents), 0);
  return [
    { account_kind: 'provider', user_id: null, cents: providerCents - withdrawn },
    { account_kind: 'disputes', user_id: null, cents: withdrawn - disputed },
    { account_kind: 'bank', user_id: null, cents: -transferred },
    ...rows.map(({ user_id, cents }) => ({ account_kind: 'buyer' as const, user_id, cents: -Number(cents) })),
  ];
};
