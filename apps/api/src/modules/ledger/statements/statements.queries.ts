import type { MovementKind, StatementRole } from '@wopack/contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Payee } from '../../../platform/http/payee.ts';
import { movementKind, orderJoin, restoredUnits } from '../ledger.queries.ts';

interface AccountDueStatement {
  role: StatementRole;
  user_id: number;
  /** The instant of its oldest entry that is on no statement. */
  since: Date;
}

/** Accounts that a statement looks at: a statement of the database stays short however many there are. */
const ACCOUNTS_AT_ONCE = 1_000;

/** Accounts with effective entries before an instant that are on no statement. */
export async function listAccountsDueStatement(db: DbOrTrx, before: Date): Promise<AccountDueStatement[]> {
  const due: AccountDueStatement[] = [];
  for (let lastId = 0; ; ) {
    const { rows } = await sql<{ ids: number[] }>`
      select coalesce(array_agg(id order by id), '{}') as ids from (
        select id from ledger_accounts where id > ${lastId} and account_kind in ('seller', 'partner')
        order by id limit ${ACCOUNTS_AT_ONCE}) account`.execute(db);
    const { ids } = rows[0]!;
    if (ids.length === 0) return due;
    lastId = ids.at(-1)!;
    due.push(...(await selectAccountsDue(db, before, sql`e.account_id = any(${ids}::int[])`)));
  }
}

/** The same, of the entries after one: those before it were looked at for this instant. */
export const listAccountsDueStatementSince = (db: DbOrTrx, before: Date, lastEntryId: number) =>
  selectAccountsDue(db, before, sql`e.id > ${lastEntryId}`);

async function selectAccountsDue(
  db: DbOrTrx,
  before: Date,
  isLookedAt: RawBuilder<unknown>,
): Promise<AccountDueStatement[]> {
  const { rows } = await sql<AccountDueStatement>`
    select account.account_kind as role, account.user_id, min(t.effective_at) as since
    from ledger_entries e
    join ledger_accounts account on account.id = e.account_id
    join ledger_transactions t on t.id = e.transaction_id
    where ${isLookedAt} and account.account_kind in ('seller', 'partner') and t.effective_at < ${before}
      and not exists (select from statement_entries stated where stated.entry_id = e.id)
    group by account.id order by since, account.account_kind, account.user_id`.execute(db);
  return rows;
}

/** Undefined when not all statements of the month are out. */
export const findSettledMonth = (db: DbOrTrx, month: string) =>
  db.selectFrom('settled_months').select('last_entry_id').where('month', '=', month).executeTakeFirst();

/**
 * The last entry of the last transaction that was posted before an instant: long enough ago that no other with a lower
 * number can still be committed. Undefined when there is none.
 */
export async function findLastEntryBefore(db: DbOrTrx, postedBefore: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select max(e.id) as id from ledger_entries e where e.transaction_id = (
      select id from ledger_transactions where created_at < ${postedBefore} order by id desc limit 1)`.execute(
    db,
  );
  return rows[0]!.id ?? undefined;
}

export const saveSettledMonth = (db: DbOrTrx, month: string, lastEntryId: number, now: Date) =>
  db
    .insertInto('settled_months')
    .values({ month, last_entry_id: lastEntryId, settled_at: now })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet({ last_entry_id: lastEntryId, settled_at: now }),
    )
    .execute();

/** Serialises statements of one account. By a function, since the application may not lock rows that it may not change. */
export async function lockLedgerAccount(
  trx: Trx,
  userId: number,
  role: StatementRole,
): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number | null }>`
    select lock_ledger_account(${userId}, ${role}) as id`.execute(trx);
  const id = rows[0]?.id;
  if (!id) throw new Error(`there is no account of ${role} ${userId}`);
  return { id };
}

/** The account's latest month with a statement: of all, and of those of the founder's time; null without one. */
export async function findLastStatementMonths(
  trx: Trx,
  userId: number,
  role: StatementRole,
): Promise<{ present: string | null; former: string | null }> {
  const row = await trx
    .selectFrom('statements as s')
    .select(sql<string | null>`max(s.month) filter (where not s.is_former)`.as('present'))
    .select(sql<string | null>`max(s.month) filter (where ${isFounders})`.as('former'))
    .where('s.user_id', '=', userId)
    .where('s.role', '=', role)
    .executeTakeFirstOrThrow();
  return row;
}

/** Whether a statement of the business was issued since an instant: its balance is carried over there. */
export const hasStatementSince = async (trx: Trx, userId: number, since: Date): Promise<boolean> =>
  (await trx
    .selectFrom('statements')
    .select('id')
    .where('user_id', '=', userId)
    .where('role', '=', 'seller')
    .where('corrects', 'is', null)
    .where('issued_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Sum of an account's entries on statements: owed when positive. */
export async function sumEntriesOnStatements(trx: Trx, accountId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(e.amount_cents), 0) as cents from ledger_entries e
    join statement_entries stated on stated.entry_id = e.id where e.account_id = ${accountId}`.execute(trx);
  return rows[0]!.cents;
}

/**
 * When what a transaction `t` is about began: the sale of an order and all that follows from it, credit that a business
 * gave, a transfer with its reversals; anything else when it was posted.
 */
const beganAt = sql<Date>`coalesce(
  (select orders.created_at from orders where orders.id = t.order_id),
  (select coalesce(orders.created_at, given.created_at) from credit_grants given
    left join orders on orders.id = given.order_id where given.id = t.credit_grant_id),
  (select coalesce(reversed.created_at, moved.created_at) from provider_transfers moved
    left join provider_transfers reversed on reversed.id = moved.reverses where moved.id = t.provider_transfer_id),
  t.created_at)`;

interface UnstatedEntry {
  id: number;
  cents: number;
  commission_cents: number;
  /** Of what began before the business was handed over. */
  is_former: boolean;
}

/**
 * Entries effective before an instant that are on no statement, each with WoPack's commission; both as
 * owed.
 */
export async function listEntriesWithoutStatement(
  trx: Trx,
  accountId: number,
  before: Date,
  handedOverAt: Date | null,
) {
  const isFormer = handedOverAt ? sql`${beganAt} < ${handedOverAt}` : sql`false`;
  const { rows } = await sql<UnstatedEntry>`
    select e.id, ${isFormer} as is_former, -e.amount_cents as cents, coalesce((select -sum(other.amount_cents) from ledger_entries other
      join ledger_accounts on ledger_accounts.id = other.account_id
      where other.transaction_id = e.transaction_id and account_kind = 'commission'), 0)::int as commission_cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id = ${accountId} and t.effective_at < ${before}
      and not exists (select from statement_entries stated where stated.entry_id = e.id)
    order by e.id`.execute(trx);
  return rows;
}

/** The next number of the issuer's year. Gapless: rolled back with the transaction. */
export async function allocateStatementNumber(trx: Trx, issuer: string, year: number): Promise<number> {
  const row = await trx
    .insertInto('document_numbers')
    .values({ issuer, year, last_number: sql`first_document_number(${year})` })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'year'])
        .doUpdateSet({ last_number: sql`document_numbers.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return row.last_number;
}

export const insertStatement = (trx: Trx, statement: Insertable<Database['statements']>) =>
  trx.insertInto('statements').values(statement).returning('id').executeTakeFirstOrThrow();

export const assignEntriesToStatement = (trx: Trx, statementId: number, entryIds: number[]) =>
  sql`insert into statement_entries (entry_id, statement_id) select unnest(${entryIds}::bigint[]), ${statementId}`.execute(
    trx,
  );

export const getUserName = (db: DbOrTrx, userId: number) =>
  db.selectFrom('users').select(['name', 'surname']).where('id', '=', userId).executeTakeFirstOrThrow();

/** Of the time of who handed the business over: issued in it, or about it. `s` is the statement. */
export const isFounders = sql<boolean>`(s.role = 'seller' and (s.is_former or coalesce(
  s.issued_at < (select handed_over_at from users where users.id = s.user_id), false)))`;

/** The payout of a statement `s`, which pays its corrections, too. */
const paysStatement = sql<boolean>`payouts.statement_id = coalesce(s.original, s.id)`;

const selectStatements = (db: DbOrTrx) =>
  db
    .selectFrom('statements as s')
    .select(['s.is_former', isFounders.as('is_founders')])
    .select([
      's.id',
      's.issuer',
      's.year',
      's.number',
      's.user_id',
      's.role',
      's.month',
      's.corrects',
      's.original',
    ])
    .select(['s.reason', 's.issued_at', 's.issued_by', 's.party', 's.opening_cents', 's.closing_cents'])
    .select(['s.commission_cents', 's.vat_percent', 's.vat_cents'])
    .select((eb) => [
      eb
        .selectFrom('statements as before')
        .select(sql<string>`before.year || '-' || before.number`.as('n'))
        .whereRef('before.id', '=', 's.corrects')
        .as('corrects_number'),
      eb
        .selectFrom('statements as after')
        .select(sql<string>`after.year || '-' || after.number`.as('n'))
        .whereRef('after.corrects', '=', 's.id')
        .as('corrected_by_number'),
      sql<number>`(select coalesce(-sum(e.amount_cents), 0)::int from statement_entries stated
        join ledger_entries e on e.id = stated.entry_id
        join ledger_transactions t on t.id = e.transaction_id
        where stated.statement_id = coalesce(s.original, s.id) and t.kind not in ('payout', 'payout_returned', 'transfer', 'transfer_reversal'))`.as(
        'month_cents',
      ),
      eb.selectFrom('payouts').select('payouts.state').where(paysStatement).as('payout_state'),
      // Paid to the founder, not to who has the business since.
      eb
        .selectFrom('payouts')
        .innerJoin('payout_runs as run', 'run.id', 'payouts.run_id')
        .innerJoin('users', 'users.id', 'payouts.user_id')
        .select('payouts.state')
        .where(paysStatement)
        .whereRef('run.created_at', '<', 'users.handed_over_at')
        .as('founders_payout_state'),
    ]);

export type StatementRow = Awaited<ReturnType<typeof listStatements>>[number];

export const listStatements = (
  db: DbOrTrx,
  { userId, roles, hasHandedOver }: Payee,
  before: number | null,
  limit: number,
) =>
  selectStatements(db)
    .where('s.user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb(
          's.role',
          'in',
          roles.filter((role) => role !== 'buyer'),
        ),
        ...(hasHandedOver ? [isFounders] : []),
      ]),
    )
    .$if(before !== null, (query) => query.where('s.id', '<', before!))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();

export const findStatement = (db: DbOrTrx, id: number) =>
  selectStatements(db).where('s.id', '=', id).executeTakeFirst();

export const findStatementByNumber = (db: DbOrTrx, issuer: string, year: number, number: number) =>
  selectStatements(db)
    .where('s.issuer', '=', issuer)
    .where('s.year', '=', year)
    .where('s.number', '=', number)
    .executeTakeFirst();

export interface StatementLine {
  at: Date;
  kind: MovementKind;
  amount_cents: number;
  commission_cents: number;
  order_id: number | null;
  /** Units of the order that were sold, taken back or given back singly: 0 for an amount; null when not about an order. */
  units: number | null;
  text: string;
  sale_place: string | null;
  /** Time zone of the sale place; null when it is not about an order. */
  time_zone: string | null;
  /** The pickup of the order, else when it counts. */
  counts_on: Date;
  /** A partner's month before it was rounded. */
  exact_hundredths: number | null;
}

/** Lines of a statement; a correction has those of its original. */
export async function listStatementLines(
  db: DbOrTrx,
  { id, original }: { id: number; original: number | null },
) {
  const { rows } = await sql<StatementLine>`
    select t.created_at as at, ${movementKind} as kind, -e.amount_cents as amount_cents,
      case when account.account_kind = 'seller' then coalesce((select -sum(other.amount_cents) from ledger_entries other
        join ledger_accounts on ledger_accounts.id = other.account_id
        where other.transaction_id = t.id and account_kind = 'commission'), 0)::int else 0 end as commission_cents,
      orders.id as order_id, units.count as units,
      case when orders.quantity > 1 then coalesce(nullif(units.count, 0), orders.quantity) || ' × ' else '' end
        || coalesce(orders.product_name, unsold.name, '') as text,
      place.time_zone, place.name as sale_place, coalesce(orders.pickup_start, t.effective_at) as counts_on,
      credit.hundredths as exact_hundredths
    from statement_entries stated
    join ledger_entries e on e.id = stated.entry_id
    join ledger_accounts account on account.id = e.account_id
    join ledger_transactions t on t.id = e.transaction_id ${orderJoin}
    cross join lateral (select case t.kind when 'sale' then orders.quantity
      when 'cancellation' then orders.quantity - orders.returned_quantity
      when 'order_refund' then orders.quantity - orders.returned_quantity
      when 'sale_restored' then ${restoredUnits('t', 'orders')}
      when 'partial_refund' then (select refund.units from order_refunds refund
        where refund.order_id = orders.id and refund.restorations = t.restorations
          and refund.total_cents = t.refunded_total_cents) end as count) units
    left join affiliate_credits credit on credit.partner_id = t.partner_id and credit.month = t.credit_month
    where stated.statement_id = ${original ?? id}
    order by e.id`.execute(db);
  return rows;
}
