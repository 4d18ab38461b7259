import type { ProviderPayoutStatus, StatementRole, TransferState } from '@wopack/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { selectBusinessDiscount } from '../../credit/index.ts';
import {
  type AccountSumRow,
  isAmong,
  parseAccountSums,
  type ReconciliationSource,
} from '../../ledger/index.ts';

/** Whether anything was ever moved to an account at the provider. */
export const hasTransfers = async (db: DbOrTrx): Promise<boolean> =>
  (await db.selectFrom('provider_transfers').select('id').limit(1).executeTakeFirst()) !== undefined;

export interface Payee {
  userId: number;
  role: StatementRole;
}

/** What the business is to have of an order, in the words of the index `orders_to_transfer_net`. */
const dueCents = sql<number>`greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
  - ${selectBusinessDiscount()}, 0)`;
/** Orders whose earning is not at the provider as it should be. Literals: the index is partial. */
const isToTransfer = sql<boolean>`payout_way = 'stripe_connect' and transferred_cents <> ${dueCents}`;

/** When the business of `orders` was handed over; null: never. */
const handedOverAt = sql`(select handed_over_at from users where users.id = orders.seller_id)`;
const isOfFormerOwner = sql<boolean>`coalesce(orders.created_at < ${handedOverAt}, false)`;

/** Whether a transfer `moved` went to an account of before the hand-over, which is its founder's. */
const isToFormerAccount = sql<boolean>`exists (select from provider_transfers before
  join users on users.id = before.user_id
  where before.user_id = moved.user_id and before.role = 'seller' and before.account_ref = moved.account_ref
    and before.reverses is null and before.created_at < users.handed_over_at)`;

/** What of an order is in the account of who handed the business over: what is not in one of the present owners. */
const formerCents = sql<number>`case when ${isOfFormerOwner} then greatest(transferred_cents - coalesce((
  select sum(case when reverses is null then amount_cents else -amount_cents end) from provider_transfers moved
  where moved.order_id = orders.id and moved.role = 'seller' and moved.state = 'made' and not ${isToFormerAccount}), 0), 0)
  else 0 end`;

/** What a partner has at the provider: transferred, less what was reversed. */
const transferredToPartner = sql<number>`coalesce((
  select sum(case when reverses is null then amount_cents else -amount_cents end) from provider_transfers
  where provider_transfers.user_id = credit.partner_id and role = 'partner' and state = 'made'), 0)`;

/** Payees of whom something is to be moved, or was to be and could not. */
export async function listPayeesToTransfer(db: DbOrTrx): Promise<Payee[]> {
  const { rows } = await sql<Payee>`
    select seller_id as "userId", 'seller' as role from orders where ${isToTransfer} group by seller_id
    union
    select partner_id, 'partner' from affiliate_credits credit group by partner_id
      having sum(transfer_cents) <> ${transferredToPartner}
    union
    select user_id, role from provider_transfers where state in ('queued', 'unknown', 'refused')
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * The oldest orders of a business whose earning is not at the provider as it should be, without those whose earning
 * certainly stays where it is for now, so that many of them keep no other waiting.
 */
export const lockOrdersToTransfer = (trx: Trx, sellerId: number, now: Date) =>
  trx
    .selectFrom('orders')
    .select(['id', 'transferred_cents', 'pickup_end', 'is_perishable', dueCents.as('due_cents')])
    .select([
      isOfFormerOwner.as('is_of_former_owner'),
      formerCents.$castTo<number | string>().as('former_cents'),
    ])
    .where('seller_id', '=', sellerId)
    .where(isToTransfer)
    .where(
      sql<boolean>`(transferred_cents > 0
        or pickup_end <= ${now}::timestamptz - case when is_perishable then interval '0' else interval '14 days' end)`,
    )
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute();

/** Keeps the orders that somebody still decides on: a report that waits, or an open dispute. */
export async function listUndecidedOrders(db: DbOrTrx, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where id = any(${orderIds}::int[]) and (
      exists (select from reports where reports.order_id = orders.id and answered_at is null)
      or exists (select from earning_holds hold where hold.payment_id = orders.payment_id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What a partner is to have at the provider, and has. */
export async function getSharesToTransfer(db: DbOrTrx, partnerId: number) {
  const { rows } = await sql<{ due_cents: number; transferred_cents: number }>`
    select coalesce(sum(transfer_cents), 0)::int as due_cents, ${transferredToPartner}::int as transferred_cents
    from (select ${partnerId}::int as partner_id) credit
    left join affiliate_credits credits on credits.partner_id = credit.partner_id
    group by credit.partner_id`.execute(db);
  return rows[0]!;
}

/**
 * Whether a payee may be paid: as for payouts, and not what a founder earns as a partner once they have handed over the
 * business that their account at the provider belongs to.
 */
export async function mayBePaid(db: DbOrTrx, { userId, role }: Payee): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select not exists (select from payout_holds where payout_holds.user_id = users.id) and case
      when ${role} = 'seller' and users.handed_over_at is not null
        then not (select suspended_by_block from businesses where id = users.id)
      else users.email_verified_at is not null and users.deleted_at is null and users.blocked_at is null
        and users.handed_over_at is null end as may
    from users where id = ${userId}`.execute(db);
  return rows[0]?.may ?? false;
}

const transferColumns = [
  'id',
  'user_id',
  'role',
  'account_ref',
  'order_id',
  'reverses',
  'amount_cents',
  'state',
  'key_number',
  'attempts',
  'next_attempt_at',
] as const;

/** Transfers and reversals of a payee that are neither made nor given up. */
export const listUnfinishedTransfers = (db: DbOrTrx, { userId, role }: Payee) =>
  db
    .selectFrom('provider_transfers')
    .select(transferColumns)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .where('state', 'in', ['queued', 'unknown', 'refused'])
    .orderBy('id')
    .execute();

/** What can be reversed of the transfers of a payee: those of these orders, and the newest of the others. Newest first. */
export async function listReversibleTransfers(
  db: DbOrTrx,
  { userId, role }: Payee,
  orderIds: readonly number[],
) {
  const { rows } = await sql<{
    id: number;
    order_id: number | null;
    account_ref: string;
    is_former: boolean;
    left_cents: number;
  }>`
    with made as (
      select id, order_id, account_ref, ${isToFormerAccount} as is_former, amount_cents - coalesce((select sum(amount_cents) from provider_transfers reversal
        where reversal.reverses = moved.id and state = 'made'), 0) as left_cents
      from provider_transfers moved
      where user_id = ${userId} and role = ${role} and reverses is null and state = 'made')
    select id, order_id, account_ref, is_former, left_cents::int from (
      (select id, order_id, account_ref, is_former, left_cents from made where left_cents > 0 and order_id = any(${orderIds}::int[]))
      union
      (select id, order_id, account_ref, is_former, left_cents from made where left_cents > 0 and not is_former order by id desc limit 100)
      union
      (select id, order_id, account_ref, is_former, left_cents from made where left_cents > 0 and is_former order by id desc limit 100)) chosen
    order by id desc`.execute(db);
  return rows;
}

export const insertTransfer = (trx: Trx, transfer: Insertable<Database['provider_transfers']>) =>
  trx.insertInto('provider_transfers').values(transfer).execute();

export const updateTransfer = (db: DbOrTrx, id: number, change: Updateable<Database['provider_transfers']>) =>
  db.updateTable('provider_transfers').set(change).where('id', '=', id).execute();

/** Tries a refused one again, with another key. */
export const requeueTransfer = (trx: Trx, id: number, change: { amount_cents: number; changed_at: Date }) =>
  trx
    .updateTable('provider_transfers')
    .set({ ...change, state: 'queued', next_attempt_at: null, key_number: sql`key_number + 1` })
    .where('id', '=', id)
    .where('state', '=', 'refused')
    .execute();

export const lockOrder = (trx: Trx, orderId: number) =>
  trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow();

/** Transfers and reversals whose next attempt is due. */
export const listDueTransfers = (db: DbOrTrx, now: Date, limit: number) =>
  db
    .selectFrom('provider_transfers')
    .select('id')
    .where('state', 'in', ['queued', 'unknown'])
    .where(({ or, eb }) => or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .execute();

/** With what a request to the provider needs. */
export const lockDueTransfer = (trx: Trx, id: number, now: Date) =>
  trx
    .selectFrom('provider_transfers')
    .select(transferColumns)
    .select((eb) => [
      eb
        .selectFrom('orders')
        .innerJoin('payments', 'payments.id', 'orders.payment_id')
        .select('payments.provider_ref')
        .whereRef('orders.id', '=', 'provider_transfers.order_id')
        // A transfer is taken from a charge only up to what was charged: what credit and the operator pay is WoPack's, and
        // so is what is transferred anew of a restored sale.
        .whereRef(
          'payments.amount_cents',
          '>=',
          sql`orders.earning_cents
          - CASE orders.discount_payer WHEN 'business' THEN orders.discount_cents ELSE 0 END
          + (SELECT coalesce(sum(taken.amount_cents), 0) FROM provider_transfers taken WHERE taken.order_id = orders.id
            AND taken.reverses IS NULL AND taken.state = 'made' AND orders.restorations > 0)`,
        )
        .as('payment_ref'),
      eb
        .selectFrom('provider_transfers as reversed')
        .select('reversed.reference')
        .whereRef('reversed.id', '=', 'provider_transfers.reverses')
        .as('reversed_ref'),
    ])
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'unknown'])
    .where(({ or, eb }) => or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .forUpdate()
    .executeTakeFirst();

export const findTransfer = (db: DbOrTrx, id: number) =>
  db.selectFrom('provider_transfers').select(transferColumns).where('id', '=', id).executeTakeFirst();

export const lockTransfer = (trx: Trx, id: number) =>
  trx
    .selectFrom('provider_transfers')
    .select(transferColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const lockTransferToTry = (trx: Trx, id: number) =>
  trx
    .selectFrom('provider_transfers')
    .select(['state', 'error', 'changed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Whose account at the provider it is, if something was transferred to it. */
export const findOwnerOfAccount = async (db: DbOrTrx, accountRef: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('provider_transfers')
      .select('user_id')
      .where('account_ref', '=', accountRef)
      .where('state', '=', 'made')
      .limit(1)
      .executeTakeFirst()
  )?.user_id;

/** Accounts that something was transferred to. */
export const listTransferAccounts = (db: DbOrTrx) =>
  db
    .selectFrom('provider_transfers')
    .select(['account_ref', 'user_id'])
    .where('state', '=', 'made')
    .groupBy(['account_ref', 'user_id'])
    .orderBy('user_id')
    .execute();

/**
 * What changed the balance of an account since an instant, by what the provider calls it there. A payout that the bank
 * returned leaves nothing.
 */
export async function listMovedSince(db: DbOrTrx, accountRef: string, since: Date) {
  const { rows } = await sql<{ ref: string; cents: number; at: Date }>`
    select arrival_reference as ref, case when reverses is null then amount_cents else -amount_cents end as cents,
      made_at as at
    from provider_transfers
    where account_ref = ${accountRef} and state = 'made' and made_at >= ${since} and arrival_reference is not null
    union all
    select reference, case status when 'failed' then 0 else -(seller_cents + partner_cents) end, created_at
    from provider_payouts where account_ref = ${accountRef} and created_at >= ${since}`.execute(db);
  return rows;
}

/** What the provider holds for a payee by the books, and whether that may have changed since an instant. */
export async function sumHeldByProvider(db: DbOrTrx, userId: number, since: Date) {
  const { rows } = await sql<{ cents: number; is_changing: boolean }>`
    select coalesce((select -sum(e.amount_cents) from ledger_accounts account
        join ledger_entries e on e.account_id = account.id
        where account.user_id = ${userId} and account_kind in ('seller_at_provider', 'partner_at_provider')), 0)::int as cents,
      exists (select from provider_transfers where user_id = ${userId} and (state = 'unknown' or made_at >= ${since}))
        or exists (select from provider_payouts where user_id = ${userId} and changed_at >= ${since}) as is_changing`.execute(
    db,
  );
  return rows[0]!;
}

interface MovesOf {
  userId: number;
  /** In which the payee is shown. */
  roles: readonly string[];
}

/**
 * What the provider paid to the bank since a day, is sending there, holds, and has yet to receive of a payee's earnings. What a former
 * owner has too much is not deducted.
 */
export async function sumMoves(db: DbOrTrx, { userId, roles, since }: MovesOf & { since: string }) {
  const { rows } = await sql<{
    paid_cents: number;
    on_way_cents: number;
    held_cents: number;
    pending_of_seller: number;
    pending_of_partner: number;
  }>`
    with shown as (select unnest(${roles}::text[]) as role)
    select
      payout.paid_cents, payout.on_way_cents,
      (select coalesce(-sum(e.amount_cents), 0)::int from ledger_accounts account
        join ledger_entries e on e.account_id = account.id
        where account.user_id = ${userId} and account_kind in (select role || '_at_provider' from shown)) as held_cents,
      (select coalesce(sum(${dueCents} - transferred_cents), 0)::int
          + case when 'seller' in (select role from shown) then former_surplus(${userId}) else 0 end from orders
        where seller_id = ${userId} and ${isToTransfer} and 'seller' in (select role from shown)) as pending_of_seller,
      (select coalesce(sum(missing), 0)::int from (
        select sum(transfer_cents) - ${transferredToPartner} as missing from affiliate_credits credit
        where partner_id = ${userId} and 'partner' in (select role from shown) group by partner_id) shares) as pending_of_partner
    from (select
        coalesce(sum(cents) filter (where status = 'paid' and arrives_on >= ${since}::date), 0)::int as paid_cents,
        coalesce(sum(cents) filter (where status = 'pending'), 0)::int as on_way_cents
      from provider_payouts, shown, lateral (select case role when 'seller' then seller_cents else partner_cents end as cents) part
      where user_id = ${userId} and role in ('seller', 'partner')) payout`.execute(db);
  return rows[0]!;
}

export interface Move {
  id: number;
  kind: 'transfer' | 'reversal' | 'payout';
  at: Date;
  amount_cents: number;
  state: TransferState | ProviderPayoutStatus;
  order_id: number | null;
  arrives_on: string | null;
}

/** The last transfers, reversals and payouts of a payee, the newest first. */
export async function listRecentMoves(
  db: DbOrTrx,
  { userId, roles, limit }: MovesOf & { limit: number },
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    (select id, case when reverses is null then 'transfer' else 'reversal' end as kind, coalesce(made_at, created_at) as at,
      amount_cents, state, order_id, null::date as arrives_on
      from provider_transfers
      where user_id = ${userId} and role = any(${roles}::text[]) and state <> 'cancelled'
      order by provider_transfers.id desc limit ${limit})
    union all
    (select id, 'payout', created_at, cents, status, null, arrives_on
      from provider_payouts, lateral (select case when 'seller' = any(${roles}::text[]) then seller_cents else 0 end
        + case when 'partner' = any(${roles}::text[]) then partner_cents else 0 end as cents) part
      where user_id = ${userId} and cents > 0
      order by provider_payouts.id desc limit ${limit})
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Inserts a payout of the provider, unless it is recorded. */
export const insertProviderPayout = (trx: Trx, payout: Insertable<Database['provider_payouts']>) =>
  trx
    .insertInto('provider_payouts')
    .values(payout)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();

const payoutColumns = [
  'id',
  'user_id',
  'account_ref',
  'seller_cents',
  'partner_cents',
  'status',
  'is_booked',
  'posting_count',
] as const;

export const findProviderPayout = (db: DbOrTrx, reference: string) =>
  db
    .selectFrom('provider_payouts')
    .select(payoutColumns)
    .where('reference', '=', reference)
    .executeTakeFirst();

export const lockProviderPayout = (trx: Trx, reference: string) =>
  trx
    .selectFrom('provider_payouts')
    .select(payoutColumns)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();

export const updateProviderPayout = (
  trx: Trx,
  id: number,
  change: Updateable<Database['provider_payouts']>,
) => trx.updateTable('provider_payouts').set(change).where('id', '=', id).execute();

/**
 * Balances implied by transfers, their reversals and what the provider paid to banks: it holds for a payee what it was
 * transferred and has not paid.
 */
export const transferReconciliation: ReconciliationSource = async (db, records) => {
  const isTransferRead = !records || records.kind === 'transfer';
  const isPayoutRead = !records || records.kind === 'provider_payout';
  if (!isTransferRead && !isPayoutRead) return [];
  const isRead = isAmong('id', records);
  const transferred = sql`SELECT user_id, role, CASE WHEN reverses IS NULL THEN amount_cents ELSE -amount_cents END AS cents
    FROM provider_transfers WHERE state = 'made' AND ${isTransferRead} AND ${isRead}`;
  const paid = sql`SELECT user_id, 'seller' AS role, seller_cents AS cents FROM provider_payouts
      WHERE status <> 'failed' AND ${isPayoutRead} AND ${isRead}
    UNION ALL SELECT user_id, 'partner', partner_cents FROM provider_payouts
      WHERE status <> 'failed' AND ${isPayoutRead} AND ${isRead}`;
  const { rows } = await sql<AccountSumRow>`
    WITH transferred AS (${transferred}), paid AS (${paid})
    SELECT role AS account_kind, user_id, sum(cents) AS cents FROM transferred GROUP BY role, user_id
    UNION ALL
    SELECT role || '_at_provider', user_id, -sum(cents) FROM transferred GROUP BY role, user_id
    UNION ALL
    SELECT role || '_at_provider', user_id, sum(cents) FROM paid GROUP BY role, user_id
    UNION ALL
    SELECT 'provider', NULL, coalesce(-sum(cents), 0) FROM paid`.execute(db);
  return parseAccountSums(rows);
};
