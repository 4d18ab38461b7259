import type { PayoutState, StatementRole } from '@wopack/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** The account that whoever founded a business entered before they handed it over is theirs: nothing is paid to it. */
export const isFormerAccount = sql<SqlBool>`exists (select from users
  where users.id = payout_details.user_id and users.handed_over_at >= payout_details.updated_at)`;

export const findPayoutDetails = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payout_details')
    .select(['iban', 'holder', 'held_until', 'updated_at', 'retain_until'])
    .where('user_id', '=', userId)
    .where(({ not }) => not(isFormerAccount))
    .executeTakeFirst();

/** Until when payouts to a changed account are blocked; null when they are not. */
export const findHeldUntil = async (db: DbOrTrx, userId: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('payout_details')
      .select('held_until')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.held_until ?? null;

/** Once a business was handed over, the address that counts is that of whoever changed its account last. */
export const isPayeeVerified = async (db: DbOrTrx, userId: number): Promise<boolean> => {
  const { email_verified_at, handed_over_at } = await db
    .selectFrom('users')
    .select(['email_verified_at', 'handed_over_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email_verified_at !== null || handed_over_at !== null;
};

interface NewPayoutDetails {
  user_id: number;
  iban: string;
  holder: string;
  held_until: Date | null;
  updated_at: Date;
}

export const upsertPayoutDetails = (
  trx: Trx,
  { user_id, iban, holder, held_until, updated_at }: NewPayoutDetails,
) =>
  trx
    .insertInto('payout_details')
    .values({ user_id, iban, holder, held_until, updated_at, retain_until: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ iban, holder, held_until, updated_at }),
    )
    .execute();

/** Effective entries. Payouts count at once, even if a clock that ran ahead dated them later. */
const isEffective = (now: Date) => sql`(t.effective_at <= ${now} or t.kind = 'payout')`;

/**
 * What of an entry the payment provider transfers, as owed; negative for what it has transferred. The rest is paid by bank
 * file: earnings and shares of orders that were made while the operator paid so, and all that is of no order.
 */
const transferredPart = sql`case
  when t.kind in ('transfer', 'transfer_reversal') then -e.amount_cents
  when t.kind = 'affiliate_credit' then (select transfer_cents from affiliate_credits credit
    where credit.partner_id = t.partner_id and credit.month = t.credit_month)
  when (select payout_way from orders where orders.id = t.order_id) = 'stripe_connect' then -e.amount_cents
  else 0 end`;

/**
 * Effective entries of the account `account` whose earning is paid by bank file and held, as owed; not those paid out before the hold began. A
 * payout pays what its statement and those before it owe.
 */
const selectHeldEntries = (now: Date) => sql`
  select -e.amount_cents as cents, orders.id as order_id, exists (select from statement_entries where entry_id = e.id) as is_stated
  from earning_holds hold
  join orders on orders.payment_id = hold.payment_id
  join ledger_transactions t on t.order_id = orders.id
  join ledger_entries e on e.transaction_id = t.id and e.account_id = account.id
  where account.account_kind = 'seller' and orders.payout_way = 'bank_file' and ${isEffective(now)} and not exists (
    select from statement_entries stated
    join statements own on own.id = stated.statement_id
    join payouts paid on paid.user_id = own.user_id and paid.role = own.role and paid.state <> 'returned'
    join payout_runs run on run.id = paid.run_id and run.created_at <= hold.held_at
    join statements paid_by on paid_by.id = paid.statement_id and paid_by.month >= own.month
    where stated.entry_id = e.id)`;

/** What is theirs to give back who handed the business over: it lowers nothing of what its present owners have. */
const formerSurplus = (role: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql`case ${role} when 'seller' then former_surplus(${userId}) else 0 end`;

/** What of a part is left when that which the other way lacks is deducted from it, or the reverse. */
const afterNetting = (part: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`case
  when ${part} > 0 and ${other} < 0 then greatest(${part} + ${other}, 0)
  when ${part} < 0 and ${other} > 0 then least(${part} + ${other}, 0)
  else ${part} end`;

/**
 * Balances of a user's accounts as owed by bank file, in all, and effective now without the earnings that are held. What the
 * payment provider transfers is in none of them, but for what either way lacks: it is deducted from the other.
 */
export async function listOwedBalances(db: DbOrTrx, userId: number, now: Date) {
  const { rows } = await sql<{ role: StatementRole; balance_cents: number; payable_cents: number }>`
    select role, (${afterNetting(sql`balance`, sql`transferable`)})::int as balance_cents,
      (${afterNetting(sql`payable`, sql`transferable`)})::int as payable_cents
    from (
      select account.account_kind as role, sum(-e.amount_cents - transferred.cents) as balance,
        coalesce(sum(-e.amount_cents - transferred.cents) filter (where ${isEffective(now)}), 0)
          - coalesce((select sum(cents) from (${selectHeldEntries(now)}) held), 0) as payable,
        sum(transferred.cents) + ${formerSurplus(sql`account.account_kind`, sql`account.user_id`)} as transferable
      from ledger_accounts account
      join ledger_entries e on e.account_id = account.id
      join ledger_transactions t on t.id = e.transaction_id
      cross join lateral (select ${transferredPart} as cents) transferred
      where account.user_id = ${userId} and account.account_kind in ('seller', 'partner')
      group by account.id, account.account_kind, account.user_id) balances
    order by role desc`.execute(db);
  return rows;
}

/** What a seller or partner is owed by bank file; negative: later transfers are reduced by it. */
export async function getBankFilePart(
  db: DbOrTrx,
  { userId, role, now }: { userId: number; role: StatementRole; now: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(-e.amount_cents - ${transferredPart}), 0)::int as cents
    from ledger_accounts account
    join ledger_entries e on e.account_id = account.id
    join ledger_transactions t on t.id = e.transaction_id
    where account.user_id = ${userId} and account.account_kind = ${role} and ${isEffective(now)}`.execute(db);
  return rows[0]!.cents;
}

/** Earnings that are held for a dispute, by order. */
export async function listHeldEarnings(db: DbOrTrx, userId: number, now: Date) {
  const { rows } = await sql<{ order_id: number; cents: number }>`
    select held.order_id, sum(held.cents)::int as cents
    from ledger_accounts account, lateral (${selectHeldEntries(now)}) held
    where account.user_id = ${userId} and account.account_kind = 'seller'
    group by held.order_id having sum(held.cents) > 0 order by held.order_id`.execute(db);
  return rows;
}

export const isHeldByOperator = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db.selectFrom('payout_holds').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined;

/** The latest one of each role, the newest first. */
export const listLastPayouts = async (db: DbOrTrx, userId: number) =>
  (
    await db
      .selectFrom('payouts')
      .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
      .distinctOn('payouts.role')
      .select([
        'payouts.id',
        'payouts.role',
        'payouts.amount_cents',
        'payouts.state',
        'payout_runs.created_at',
      ])
      .where('user_id', '=', userId)
      .orderBy('payouts.role')
      .orderBy('payouts.id', 'desc')
      .execute()
  ).toSorted((a, b) => b.id - a.id);

/** Serialises payout runs across processes; shared: with each other, not with runs. */
export const lockPayoutRuns = (trx: Trx, { isShared = false }: { isShared?: boolean } = {}) =>
  sql`select ${sql.raw(isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(20261205)`.execute(
    trx,
  );

/** Leaves the earning of a payment out of payouts until it is released. Waits for a payout run that is being made. */
export async function holdEarning(trx: Trx, paymentId: number, now: Date): Promise<void> {
  await lockPayoutRuns(trx, { isShared: true });
  await trx
    .insertInto('earning_holds')
    .values({ payment_id: paymentId, held_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function releaseEarning(trx: Trx, paymentId: number): Promise<void> {
  await trx.deleteFrom('earning_holds').where('payment_id', '=', paymentId).execute();
}

/** Claimed once a month, even when nothing is due. Returns false when claimed before. */
export const claimPayoutMonth = async (trx: Trx, month: string): Promise<boolean> =>
  (await trx
    .insertInto('payout_months')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()) !== undefined;

/** Whether the regular run of a month was begun; `month` is its first day. */
export const isPayoutMonthClaimed = async (trx: Trx, month: string): Promise<boolean> =>
  (await trx.selectFrom('payout_months').select('month').where('month', '=', month).executeTakeFirst()) !==
  undefined;

export interface DuePayout {
  user_id: number;
  role: StatementRole;
  statement_id: number;
  year: number;
  number: number;
  cents: number;
  iban: string;
  holder: string;
  address: string;
  post_code: string | null;
  city: string | null;
  country: string;
}

/**
 * Payouts due: users whose newest statement is in their favour, and who can be paid: verified address,
 * legal identity, account neither blocked nor deleted, or a business that others than its founder own and no block suspends,
 * which has the account by the founder's id. What is owed to the others stays owed. The amount is capped by the
 * statement and by the present balance, which a later reversal may have reduced, both without the earnings that are held
 * for a dispute, and without what the payment provider transfers; what was transferred too much is deducted, but for what
 * a former owner has too much.
 */
export async function listDuePayouts(db: DbOrTrx, now: Date): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    with newest as (
      select distinct on (s.user_id, s.role) s.id, s.user_id, s.role, case when not s.is_former then closing_cents else (
          -- One of the founder's time may leave out what was carried over on others.
          select coalesce(-sum(e.amount_cents), 0) from statement_entries stated
          join ledger_entries e on e.id = stated.entry_id
          join ledger_accounts own on own.id = e.account_id and own.user_id = s.user_id and own.account_kind = s.role)
        end as closing_cents
      from statements s where corrects is null order by s.user_id, s.role, month desc, is_former)
    select newest.user_id, newest.role, newest.id as statement_id, holds.year, holds.number,
      least(newest.closing_cents + former.stated_cents - transferable.stated_cents - held.stated_cents,
        payable.cents + former.cents - transferable.cents - held.cents)::int as cents, details.iban, details.holder,
      legal_identities.address, legal_identities.post_code, legal_identities.city, legal_identities.country
    from newest
    join lateral (select year, number from statements
      where coalesce(original, id) = newest.id order by id desc limit 1) holds on true
    join users on users.id = newest.user_id and case when newest.role = 'seller' and users.handed_over_at is not null
      then not (select suspended_by_block from businesses where id = users.id)
      else users.email_verified_at is not null and users.deleted_at is null and users.blocked_at is null
        and users.handed_over_at is null end
    join legal_identities on legal_identities.user_id = newest.user_id
    join payout_details details on details.user_id = newest.user_id
      and (users.handed_over_at is null or users.handed_over_at < details.updated_at)
      and (details.held_until is null or details.held_until <= ${now})
    join ledger_accounts account on account.user_id = newest.user_id and account.account_kind = newest.role,
    lateral (select coalesce(-sum(e.amount_cents), 0) as cents from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      where e.account_id = account.id and ${isEffective(now)}) payable,
    lateral (select coalesce(sum(cents), 0) as cents, coalesce(sum(cents) filter (where is_stated), 0) as stated_cents
      from (select ${transferredPart} as cents, exists (select from statement_entries where entry_id = e.id) as is_stated
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = account.id and ${isEffective(now)}) part where cents <> 0) moved,
    lateral (select surplus as cents, least(surplus, greatest(-moved.stated_cents, 0)) as stated_cents
      from (select ${formerSurplus(sql`newest.role`, sql`newest.user_id`)} as surplus) own) former,
    lateral (select greatest(moved.cents + former.cents, 0) as cents,
      greatest(moved.stated_cents + former.stated_cents, 0) as stated_cents) transferable,
    lateral (select coalesce(sum(cents), 0) as cents, coalesce(sum(cents) filter (where is_stated), 0) as stated_cents
      from (${selectHeldEntries(now)}) entry) held
    where newest.closing_cents + former.stated_cents > 0
      and not exists (select from payout_holds where payout_holds.user_id = newest.user_id)
      and not exists (select from payouts where statement_id = newest.id)
    order by newest.user_id, newest.role desc`.execute(db);
  return rows;
}

export const insertPayoutRun = (trx: Trx, month: string | null, now: Date) =>
  trx
    .insertInto('payout_runs')
    .values({ month, created_at: now, file: null, sent_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();

export interface PayoutStep {
  now: Date;
  /** Null: the server or a command. */
  by: number | null;
}

export const insertPayout = (
  trx: Trx,
  runId: number,
  { user_id, role, statement_id, cents, iban, holder }: DuePayout,
  { now, by }: PayoutStep,
) =>
  trx
    .insertInto('payouts')
    .values({
      run_id: runId,
      user_id,
      role,
      statement_id,
      amount_cents: cents,
      iban,
      holder,
      state: 'made',
      return_reason: null,
      changed_at: now,
      changed_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const saveRunFile = (trx: Trx, runId: number, file: string) =>
  trx.updateTable('payout_runs').set({ file }).where('id', '=', runId).execute();

export const findPayoutRun = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('payout_runs')
    .select(['id', 'month', 'created_at', 'file', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const selectPayouts = (db: DbOrTrx) =>
  db
    .selectFrom('payouts')
    .select(['id', 'run_id', 'user_id', 'role', 'statement_id', 'amount_cents', 'iban', 'holder'])
    .select(['state', 'return_reason', 'return_reference', 'changed_at', 'changed_by']);

export const listPayoutsOfRun = (db: DbOrTrx, runId: number) =>
  selectPayouts(db).where('run_id', '=', runId).orderBy('id').execute();

/** Locks the payouts of a run in the order of their ids. */
export const lockPayoutsOfRun = (trx: Trx, runId: number) =>
  selectPayouts(trx).where('run_id', '=', runId).orderBy('id').forUpdate().execute();

export const markPayoutsSent = async (trx: Trx, runId: number, { now, by }: PayoutStep): Promise<void> => {
  await trx
    .updateTable('payout_runs')
    .set({ sent_at: now })
    .where('id', '=', runId)
    .where('sent_at', 'is', null)
    .execute();
  await trx
    .updateTable('payouts')
    .set({ state: 'sent', changed_at: now, changed_by: by })
    .where('run_id', '=', runId)
    .where('state', '=', 'made')
    .execute();
};

export const lockPayout = (trx: Trx, id: number) =>
  selectPayouts(trx).where('id', '=', id).forUpdate().executeTakeFirst();

export const setPayoutState = (
  trx: Trx,
  id: number,
  state: PayoutState,
  {
    now,
    by,
    reason = null,
    reference = null,
  }: PayoutStep & { reason?: string | null; reference?: string | null },
) =>
  trx
    .updateTable('payouts')
    .set({ state, return_reason: reason, return_reference: reference, changed_at: now, changed_by: by })
    .where('id', '=', id)
    .execute();

/** The user's payouts with their bank accounts. */
export const listPayoutsOfUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payouts')
    .select(['amount_cents', 'state', 'iban', 'holder', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Holds back the payouts of a user, or makes them again. */
export async function setPayoutHold(trx: Trx, userId: number, heldAt: Date | null): Promise<void> {
  if (heldAt)
    await trx
      .insertInto('payout_holds')
      .values({ user_id: userId, held_at: heldAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await trx.deleteFrom('payout_holds').where('user_id', '=', userId).execute();
}
