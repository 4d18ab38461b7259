import type { MovementKind, MovementRole, ReconciliationKind } from '@wopack/contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Payee } from '../../platform/http/payee.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import {
  type AccountBalance,
  type AccountColumns,
  type AccountSumRow,
  type ComparedSum,
  isAmong,
  type LedgerAccount,
  parseAccountSums,
  type ReconciliationSource,
  type Records,
  toAccountColumns,
} from './accounts.ts';

/** Returns the ids of accounts in their order; creates missing ones. */
export async function getOrCreateAccounts(trx: Trx, accounts: readonly AccountColumns[]): Promise<number[]> {
  // In one order everywhere, so that concurrent postings do not deadlock.
  const sorted = accounts.toSorted(
    (a, b) => (a.user_id ?? 0) - (b.user_id ?? 0) || a.account_kind.localeCompare(b.account_kind),
  );
  await trx
    .insertInto('ledger_accounts')
    .values(sorted.map(({ account_kind, user_id }) => ({ account_kind, user_id })))
    .onConflict((conflict) => conflict.columns(['user_id', 'account_kind']).doNothing())
    .execute();
  const { rows } = await sql<{ id: number }>`
    SELECT ${selectAccountId} AS id
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(accounts)}) AS (account_kind text, user_id int))
      WITH ORDINALITY AS entry (account_kind, user_id, position)
    ORDER BY position`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Finds the account of a row `entry`; null when there is none yet. Each index has a case of its own. */
const selectAccountId = sql`CASE WHEN entry.user_id IS NULL
  THEN (SELECT id FROM ledger_accounts account WHERE account.user_id IS NULL AND account.account_kind = entry.account_kind)
  ELSE (SELECT id FROM ledger_accounts account WHERE account.user_id = entry.user_id AND account.account_kind = entry.account_kind)
  END`;

/** Balances in cents of all accounts with entries, summed from the entries. */
export async function getBalances(db: DbOrTrx): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(({ fn }) => ['account_kind', 'user_id', fn.sum<number>('amount_cents').as('cents')])
    .groupBy(['account_kind', 'user_id'])
    .execute();
  return parseAccountSums(rows);
}

/** Balance in cents of one account; 0 when it has no entries. */
export async function getBalance(db: DbOrTrx, account: LedgerAccount): Promise<number> {
  const { account_kind, user_id } = toAccountColumns(account);
  const row = await db
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_entries.account_id', 'ledger_accounts.id')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('account_kind', '=', account_kind)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirstOrThrow();
  return row.cents ?? 0;
}

/** Adds up closed months and the entries since. */
export async function getBalancesSinceClosing(db: DbOrTrx): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountSumRow>`
    SELECT account_kind, user_id, sum(cents) AS cents
    FROM (
      SELECT account_id, sum(amount_cents) AS cents FROM ledger_closed_balances GROUP BY account_id
      UNION ALL
      SELECT account_id, sum(amount_cents) FROM ledger_entries
      WHERE transaction_id > ${LAST_CLOSED_ID} GROUP BY account_id) AS summed
    JOIN ledger_accounts account ON account.id = summed.account_id
    GROUP BY account_kind, user_id`.execute(db);
  return parseAccountSums(rows);
}

const LAST_CLOSED_ID = sql<number>`(SELECT coalesce(max(last_transaction_id), 0) FROM ledger_closed_months)`;

const POSTED_ID = {
  payment: sql.ref('payment_id'),
  payout: sql.ref('payout_id'),
  statement: sql.ref('statement_id'),
  partner: sql.ref('partner_id'),
  transfer: sql.ref('provider_transfer_id'),
  provider_payout: sql.ref('provider_payout_id'),
  credit_grant: sql.ref('credit_grant_id'),
} satisfies Record<Records['kind'], unknown>;

/** Balances of all postings for some records. */
export async function getBalancesOfRecords(db: DbOrTrx, { kind, ids }: Records): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountSumRow>`
    SELECT account_kind, user_id, sum(amount_cents) AS cents
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    JOIN ledger_accounts account ON account.id = e.account_id
    WHERE ${POSTED_ID[kind]} = ANY (${ids}::int[]) GROUP BY account_kind, user_id`.execute(db);
  return parseAccountSums(rows);
}

/** Balances of adjustments, which have no record behind them, of the open month. */
export async function getBalancesOfAdjustments(db: DbOrTrx): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountSumRow>`
    SELECT account_kind, user_id, sum(amount_cents) AS cents
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    JOIN ledger_accounts account ON account.id = e.account_id
    WHERE kind = 'adjustment' AND t.id > ${LAST_CLOSED_ID} GROUP BY account_kind, user_id`.execute(db);
  return parseAccountSums(rows);
}

/** What was made or changed after it agreed with the books: when a month was closed last. With a margin for open holds. */
const NOT_COMPARED_SINCE = sql`(SELECT coalesce(max(closed_at) - interval '2 days', '-infinity') FROM ledger_closed_months)`;

const selectPosted = (kind: Records['kind']) =>
  sql`SELECT ${POSTED_ID[kind]} AS id FROM ledger_transactions WHERE id > ${LAST_CLOSED_ID} AND ${POSTED_ID[kind]} IS NOT NULL`;

const CHANGED_RECORDS: Record<Records['kind'], RawBuilder<unknown>> = {
  payment: sql`${selectPosted('payment')}
    UNION SELECT id FROM payments WHERE created_at >= ${NOT_COMPARED_SINCE}
    UNION SELECT payment_id FROM ledger_record_changes`,
  payout: sql`${selectPosted('payout')} UNION SELECT id FROM payouts WHERE changed_at >= ${NOT_COMPARED_SINCE}`,
  // With all corrections: each posts the difference to the one before.
  statement: sql`SELECT id FROM statements WHERE coalesce(original, id) IN (
    SELECT coalesce(original, id) FROM statements
    WHERE issued_at >= ${NOT_COMPARED_SINCE} OR id IN (${selectPosted('statement')}))`,
  partner: sql`${selectPosted('partner')}
    UNION SELECT partner_id FROM affiliate_credits WHERE credited_at >= ${NOT_COMPARED_SINCE}`,
  transfer: sql`${selectPosted('transfer')}
    UNION SELECT id FROM provider_transfers WHERE changed_at >= ${NOT_COMPARED_SINCE}`,
  provider_payout: sql`${selectPosted('provider_payout')}
    UNION SELECT id FROM provider_payouts WHERE changed_at >= ${NOT_COMPARED_SINCE}`,
  // With those that pay what was bought or changed since.
  credit_grant: sql`${selectPosted('credit_grant')}
    UNION SELECT id FROM credit_grants WHERE created_at >= ${NOT_COMPARED_SINCE}
    UNION SELECT grant_id FROM credit_uses JOIN payments ON payments.id = payment_id
      WHERE payments.created_at >= ${NOT_COMPARED_SINCE}
    UNION SELECT grant_id FROM credit_uses JOIN ledger_record_changes USING (payment_id)`,
};

/** Records with a posting of the open month, and those that were made or changed since without one, in order. */
export async function listChangedRecords(db: DbOrTrx, kind: Records['kind']): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    SELECT ARRAY(SELECT id FROM (${CHANGED_RECORDS[kind]}) changed ORDER BY id) AS ids`.execute(db);
  return rows[0]!.ids;
}

/** Once all records agree with the books. What others note meanwhile is not seen by the transaction and stays. */
export const forgetRecordChanges = (trx: Trx) => trx.deleteFrom('ledger_record_changes').execute();

/** Whether the last check found something, or was before the last month was closed. */
export async function isCompleteCheckDue(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT cardinality(differences) > 0
      OR checked_at < (SELECT max(closed_at) FROM ledger_closed_months) AS is_due
    FROM reconciliations WHERE kind = 'ledger' ORDER BY checked_at DESC, id DESC LIMIT 1`.execute(db);
  return rows[0]?.is_due ?? true;
}

/** Transactions of the open month that do not sum to zero. Always empty while the database constraint exists. */
export const listUnbalancedTransactionsSinceClosing = (db: DbOrTrx) =>
  selectUnbalancedTransactions(db).where('transaction_id', '>', LAST_CLOSED_ID).execute();

export const listUnbalancedTransactions = (db: DbOrTrx) => selectUnbalancedTransactions(db).execute();

const selectUnbalancedTransactions = (db: DbOrTrx) =>
  db
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['transaction_id as id', fn.sum<number>('amount_cents').as('cents')])
    .groupBy('transaction_id')
    .having(({ eb, fn }) => eb(fn.sum('amount_cents'), '!=', 0));

/** Closed months whose sums do not add up to zero, as those of balanced transactions do: a single one was changed. */
export async function listUnbalancedMonths(db: DbOrTrx): Promise<{ month: string; cents: number }[]> {
  const { rows } = await sql<{ month: string; cents: number }>`
    SELECT month, sum(amount_cents)::bigint AS cents FROM ledger_closed_balances
    GROUP BY month HAVING sum(amount_cents) <> 0 ORDER BY month`.execute(db);
  return rows;
}

/** Accounts whose sum of a closed month is not that of its entries. */
export async function listWrongClosedBalances(db: DbOrTrx) {
  const { rows } = await sql<AccountSumRow & { month: string; closed_cents: number }>`
    WITH months AS (
      SELECT month, coalesce(lag(last_transaction_id) OVER (ORDER BY month), 0) AS after_id, last_transaction_id
      FROM ledger_closed_months
    ), summed AS (
      SELECT month, account_id, sum(amount_cents) AS cents
      FROM months JOIN ledger_entries ON transaction_id > after_id AND transaction_id <= last_transaction_id
      GROUP BY month, account_id HAVING sum(amount_cents) <> 0
    )
    SELECT month, account_kind, user_id, coalesce(cents, 0) AS cents, coalesce(closed.amount_cents, 0) AS closed_cents
    FROM summed FULL JOIN ledger_closed_balances closed USING (month, account_id)
    JOIN ledger_accounts account ON account.id = account_id
    WHERE cents IS DISTINCT FROM closed.amount_cents
    ORDER BY month, account_id`.execute(db);
  return rows;
}

/** The month that was closed last, as its first day; else when the first transaction was posted; undefined without any. */
export async function findOpenSince(
  db: DbOrTrx,
): Promise<{ closedMonth: string | null; firstAt: Date } | undefined> {
  const { rows } = await sql<{ closedMonth: string | null; firstAt: Date | null }>`
    SELECT (SELECT max(month) FROM ledger_closed_months) AS "closedMonth",
      (SELECT created_at FROM ledger_transactions ORDER BY id LIMIT 1) AS "firstAt"`.execute(db);
  const { closedMonth, firstAt } = rows[0]!;
  return firstAt ? { closedMonth, firstAt } : undefined;
}

/** Whether a transaction has been going on for an hour: it may have begun in a month that is to be closed. */
export async function hasLongTransaction(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql<{ has_one: boolean }>`
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend' AND xact_start < now() - interval '1 hour') AS has_one`.execute(db);
  return rows[0]!.has_one;
}

/** Closes a month with the last transaction before its end; does nothing where another process has closed it. */
export async function insertClosedMonth(
  trx: Trx,
  { month, endsAt, now }: { month: string; endsAt: Date; now: Date },
): Promise<void> {
  const { rows } = await sql<{ after_id: number; last_id: number }>`
    INSERT INTO ledger_closed_months (month, last_transaction_id, closed_at)
    SELECT ${month}, greatest(${LAST_CLOSED_ID},
      (SELECT id FROM ledger_transactions WHERE created_at < ${endsAt} ORDER BY id DESC LIMIT 1)), ${now}
    ON CONFLICT DO NOTHING
    RETURNING ${LAST_CLOSED_ID} AS after_id, last_transaction_id AS last_id`.execute(trx);
  const closed = rows[0];
  if (!closed) return;
  await sql`
    INSERT INTO ledger_closed_balances (month, account_id, amount_cents)
    SELECT ${month}, account_id, sum(amount_cents) FROM ledger_entries
    WHERE transaction_id > ${closed.after_id}::bigint AND transaction_id <= ${closed.last_id}::bigint
    GROUP BY account_id HAVING sum(amount_cents) <> 0`.execute(trx);
}

/** Columns of a transaction that its posting sets. */
type TransactionColumns = Omit<Insertable<Database['ledger_transactions']>, 'id'>;

/** An entry with the kind of its transaction. */
type EntryColumns = AccountColumns & { kind: TransactionColumns['kind']; amount_cents: number };

interface PostedEntry extends EntryColumns {
  transaction_id: number;
  /** Null when the account does not exist yet: then the entry is not inserted. */
  account_id: number | null;
}

/**
 * Inserts transactions of different kinds, except those posted for their source before, with their entries. Returns the
 * entries of the inserted ones. One statement, because every purchase posts two transactions.
 */
export async function insertTransactions(
  trx: Trx,
  transactions: readonly TransactionColumns[],
  entries: readonly EntryColumns[],
): Promise<PostedEntry[]> {
  const columns = sql`kind, payment_id, order_id, refunded_total_cents, restorations, refund_transfer_id,
    refund_posting_number, dispute_id,
    dispute_posting_number, payout_id, statement_id, partner_id, credit_month, provider_transfer_id,
    provider_payout_id, provider_payout_posting_number, credit_grant_id, credit_end_number, note, created_at,
    effective_at`;
  const { rows } = await sql<PostedEntry>`
    WITH posted AS (
      INSERT INTO ledger_transactions (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::ledger_transactions, ${JSON.stringify(transactions)})
      ON CONFLICT DO NOTHING RETURNING id, kind
    ), posted_entry AS (
      SELECT posted.id AS transaction_id, ${selectAccountId} AS account_id,
        entry.kind, entry.account_kind, entry.user_id, entry.amount_cents, entry.position
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(entries)})
          AS (kind text, account_kind text, user_id int, amount_cents int))
        WITH ORDINALITY AS entry (kind, account_kind, user_id, amount_cents, position)
      JOIN posted ON posted.kind = entry.kind
    ), inserted AS (
      INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT transaction_id, account_id, amount_cents FROM posted_entry WHERE account_id IS NOT NULL ORDER BY position
    )
    SELECT transaction_id, account_id, kind, account_kind, user_id, amount_cents
    FROM posted_entry ORDER BY position ${preparedStatementHint}`.execute(trx);
  return rows;
}

export const insertEntries = (trx: Trx, entries: Insertable<Database['ledger_entries']>[]) =>
  trx.insertInto('ledger_entries').values(entries).execute();

/** Moves from what is owed to what the provider holds, or back: one movement, of the account that owes. */
const isBetweenBalances = sql`t.kind in ('transfer', 'transfer_reversal')`;

/** Movement kind of an entry as its user sees it; null for entries that are internal to the ledger. */
export const movementKind = sql`case
  when account.account_kind = 'buyer' then case t.kind when 'payment' then 'purchase' when 'refund' then 'refund'
    when 'refund_failed' then 'refund_failed' end
  when account.account_kind in ('seller_at_provider', 'partner_at_provider') then
    case when t.kind = 'provider_payout' then 'provider_payout' when ${isBetweenBalances} then null else 'other' end
  else case t.kind when 'sale' then 'sale' when 'cancellation' then 'reversal' when 'order_refund' then 'reversal'
    when 'sale_restored' then 'restored'
    when 'partial_refund' then 'partial_refund' when 'affiliate_credit' then 'share' when 'payout' then 'payout'
    when 'payout_returned' then 'payout_returned' when 'transfer' then 'transfer'
    when 'transfer_reversal' then 'transfer_reversal' when 'credit_grant' then 'credit_given'
    when 'credit_end' then 'credit_ended' else 'other' end end`;

/** Units of an order that a transaction restored: none where the bank had given back a part of the price. */
export const restoredUnits = (transaction: string, order: string): RawBuilder<number> =>
  sql`(select case when max(refund.total_cents) = ${sql.ref(`${order}.price_cents`)}
      then ${sql.ref(`${order}.quantity`)} - ${sql.ref(`${order}.returned_quantity`)} else 0 end
    from order_refunds refund where refund.order_id = ${sql.ref(`${order}.id`)} and refund.restored_at is not null
      and refund.restorations = ${sql.ref(`${transaction}.restorations`)} - 1)`;

/**
 * Positive when in the user's favour. A buyer's account holds what they paid in, other accounts what they
 * are owed.
 */
export const movementCents = sql`case when account.account_kind = 'buyer' then e.amount_cents else -e.amount_cents end`;

/** Joins the order of the payment that transaction `t` belongs to, or that credit was given for, or else the product it was meant for. */
export const orderJoin = sql`
  left join orders on orders.payment_id = coalesce(t.payment_id, (select thanked.payment_id from credit_grants given
    join orders thanked on thanked.id = given.order_id where given.id = t.credit_grant_id))
  left join lateral (select products.id, products.name, products.sale_place_id
    from payments join products on products.id = payments.product_id
    where orders.id is null and payments.id = t.payment_id) unsold on true
  left join sale_places place on place.id = coalesce(orders.sale_place_id, unsold.sale_place_id)`;

export const orderColumns = sql`orders.id as order_id,
  case when orders.quantity > 1 then orders.quantity || ' × ' else '' end || coalesce(orders.product_name, unsold.name, '') as text,
  place.time_zone`;

export interface MovementFilter {
  userId: number;
  roles: Payee['roles'];
  kind: MovementKind | null;
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** What is owed to a payee as seller and partner, and what the provider holds for them. */
export interface Balances {
  owed_cents: number;
  at_provider_cents: number;
}

export interface Movement {
  id: number;
  role: MovementRole;
  kind: MovementKind;
  at: Date;
  counts_from: Date;
  amount_cents: number;
  order_id: number | null;
  product_id: number | null;
  /** Name of the product when it was bought. */
  text: string;
  /** Time zone of the sale place; null when it is not about an order. */
  time_zone: string | null;
  /** After it, of a seller or partner; where they are read. */
  balances: (Balances & { owed_change_cents: number; at_provider_change_cents: number }) | null;
}

/** What the provider holds for a role is the role's. */
const selectAccounts = ({ userId, roles }: MovementFilter) => sql`
  (select id, account_kind, role from ledger_accounts, replace(account_kind, '_at_provider', '') role
    where user_id = ${userId} and role = any(${roles}::text[])) account`;

const isWithin = ({ from, to }: MovementFilter): RawBuilder<unknown> => sql`
  (${from}::timestamptz is null or t.created_at >= ${from})
  and (${to}::timestamptz is null or t.created_at < ${to})`;

const matchesFilter = (filter: MovementFilter): RawBuilder<unknown> => sql`
  ${movementKind} is not null and (${filter.kind}::text is null or ${movementKind} = ${filter.kind})
  and ${isWithin(filter)}`;

/**
 * Movements of a seller or partner with what they changed of both balances, whatever their kind. Of a transfer the entry
 * of the other account is looked up.
 */
const selectChanges = (filter: MovementFilter, isRead: RawBuilder<unknown>) => sql`
  select e.id, case when account.account_kind = account.role then -e.amount_cents else 0 end as owed_cents,
    case when account.account_kind <> account.role then -e.amount_cents
      when ${isBetweenBalances} then coalesce((select -sum(other.amount_cents) from ledger_entries other
        join ledger_accounts held on held.id = other.account_id
        where other.transaction_id = e.transaction_id and held.user_id = ${filter.userId}
          and held.account_kind = account.role || '_at_provider'), 0)
      else 0 end as at_provider_cents
  from ${selectAccounts(filter)} join ledger_entries e on e.account_id = account.id
  join ledger_transactions t on t.id = e.transaction_id
  where account.role in ('seller', 'partner') and ${movementKind} is not null and ${isRead}`;

/** Both balances before the page that ends above `before`; without it, those of now. */
const selectStart = (filter: MovementFilter, before: number | null) =>
  before === null
    ? sql`
      select coalesce(-sum(e.amount_cents) filter (where account.account_kind = account.role), 0) as owed_cents,
        coalesce(-sum(e.amount_cents) filter (where account.account_kind <> account.role), 0) as at_provider_cents
      from ${selectAccounts(filter)} join ledger_entries e on e.account_id = account.id
      where account.role in ('seller', 'partner')`
    : sql`
      select coalesce(sum(owed_cents), 0) as owed_cents, coalesce(sum(at_provider_cents), 0) as at_provider_cents
      from (${selectChanges(filter, sql`e.id < ${before}`)}) change`;

interface Page {
  before: number | null;
  limit: number;
  /** Reads the balances too: counted back from these, which are those above the page, or added up first. */
  balances?: Balances | 'read';
}

/** Both balances after each movement of the page, in the snapshot of the page itself. */
const selectBalances = (filter: MovementFilter, { before, balances }: Page) => {
  const start =
    typeof balances === 'object'
      ? sql`select ${balances.owed_cents}::bigint as owed_cents, ${balances.at_provider_cents}::bigint as at_provider_cents`
      : selectStart(filter, before);
  const isRead = sql`e.id >= (select min(id) from page) and (${before}::bigint is null or e.id < ${before})`;
  return sql`
    select change.id, json_build_object(
      'owed_cents', start.owed_cents - sum(change.owed_cents) over newer + change.owed_cents,
      'owed_change_cents', change.owed_cents,
      'at_provider_cents', start.at_provider_cents - sum(change.at_provider_cents) over newer + change.at_provider_cents,
      'at_provider_change_cents', change.at_provider_cents) as balances
    from (${selectChanges(filter, isRead)}) change, (${start}) start
    window newer as (order by change.id desc)`;
};

/** Newest first. Each account is read backwards from its newest entry and no further than the page needs. */
export async function listMovements(db: DbOrTrx, filter: MovementFilter, page: Page): Promise<Movement[]> {
  const { before, limit } = page;
  const { rows } = await sql<Movement>`
    with page as (
      select mine.id, mine.transaction_id, mine.kind, mine.amount_cents, account.role from ${selectAccounts(filter)},
        lateral (select e.id, e.transaction_id, ${movementKind} as kind, ${movementCents} as amount_cents
          from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account_id = account.id and (${before}::bigint is null or e.id < ${before}) and ${matchesFilter(filter)}
          order by e.id desc limit ${limit}) mine
      order by mine.id desc limit ${limit})
    select e.id, e.role, e.kind, t.created_at as at, t.effective_at as counts_from,
      e.amount_cents, ${orderColumns}, coalesce(orders.product_id, unsold.id) as product_id, balance.balances
    from page e
    join ledger_transactions t on t.id = e.transaction_id ${orderJoin}
    left join (${page.balances ? selectBalances(filter, page) : sql`select null::bigint as id, null::json as balances`}) balance
      on balance.id = e.id
    order by e.id desc`.execute(db);
  return rows;
}

/**
 * Whether a payee has two balances in these roles: what is owed, and what the provider holds. Both are shown from the
 * first earning on where the provider pays, and as long as it ever held something.
 */
export async function hasTwoBalances(
  db: DbOrTrx,
  { userId, roles }: Pick<Payee, 'userId' | 'roles'>,
  isPaidByProvider: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ has_two: boolean }>`
    select exists (select from ledger_accounts, unnest(${roles}::text[]) role
      where user_id = ${userId} and role in ('seller', 'partner')
        and (account_kind = role || '_at_provider' or (${isPaidByProvider} and account_kind = role))) as has_two`.execute(
    db,
  );
  return rows[0]!.has_two;
}

/** Roles in which a payee has an account: it is opened by its first entry. */
export const listMovementRoles = async (
  db: DbOrTrx,
  { userId, roles }: Pick<Payee, 'userId' | 'roles'>,
): Promise<Movement['role'][]> =>
  (
    await db
      .selectFrom('ledger_accounts')
      .select('account_kind')
      .where('user_id', '=', userId)
      .where('account_kind', 'in', roles)
      .orderBy('account_kind')
      .execute()
  ).map(({ account_kind }) => account_kind as Movement['role']);

/**
 * Payouts by the provider are of what was transferred, which is added up already, unless they alone are asked for. The
 * changes of both balances count each movement once.
 */
export async function sumMovements(db: DbOrTrx, filter: MovementFilter) {
  const { rows } = await sql<{
    count: number;
    in_cents: number;
    out_cents: number;
    owed_change_cents: number;
    at_provider_change_cents: number;
  }>`
    select (count(*) filter (where is_counted))::int as count,
      coalesce(sum(cents) filter (where is_counted and cents > 0), 0)::int as in_cents,
      coalesce(-sum(cents) filter (where is_counted and cents < 0), 0)::int as out_cents,
      coalesce(sum(cents) filter (where account.account_kind = account.role and account.role <> 'buyer'), 0)::int
        as owed_change_cents,
      coalesce(sum(cents) filter (where account.account_kind <> account.role), 0)::int as at_provider_change_cents
    from ${selectAccounts(filter)}, lateral (
      select ${movementCents} as cents, own is not null and (account.account_kind = account.role
        or ${filter.kind}::text = 'provider_payout') as is_counted
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id,
        lateral (select ${movementKind} as own) own_kind, lateral (select coalesce(own, t.kind) as shown) kind
      where e.account_id = account.id and ${isWithin(filter)}
        and (own is not null or account.account_kind <> account.role)
        and (${filter.kind}::text is null or shown = ${filter.kind})) mine`.execute(db);
  return rows[0]!;
}

/**
 * Balances implied by statements and payouts: VAT taken out of the commission, payouts in transit and
 * arrived.
 */
export const settlementReconciliation: ReconciliationSource = async (db, records) => {
  let balances: AccountBalance[] = [];
  if (!records || records.kind === 'statement') {
    const { rows } = await sql<AccountSumRow>`
      SELECT account_kind, NULL::int AS user_id, sign * coalesce(sum(vat_cents), 0) AS cents
      FROM (VALUES ('commission', 1), ('vat', -1)) AS side (account_kind, sign)
      LEFT JOIN statements holds ON NOT EXISTS (SELECT FROM statements WHERE corrects = holds.id)
        AND ${isAmong('holds.id', records)}
      GROUP BY account_kind, sign`.execute(db);
    balances = parseAccountSums(rows);
  }
  if (!records || records.kind === 'payout') {
    const isRead = isAmong('id', records);
    const { rows } = await sql<AccountSumRow>`
      SELECT role AS account_kind, user_id, sum(amount_cents) AS cents FROM payouts
        WHERE state <> 'returned' AND ${isRead} GROUP BY role, user_id
      UNION ALL
      SELECT CASE state WHEN 'confirmed' THEN 'bank' ELSE 'payouts' END, NULL, -sum(amount_cents)
        FROM payouts WHERE state <> 'returned' AND ${isRead} GROUP BY 1`.execute(db);
    balances = balances.concat(parseAccountSums(rows));
  }
  return balances;
};

/** Records a comparison of the books, for the operator. */
export const saveReconciliation = (
  db: DbOrTrx,
  {
    sums,
    ...check
  }: { kind: ReconciliationKind; checked_at: Date; differences: string[]; sums: readonly ComparedSum[] },
) =>
  db
    .insertInto('reconciliations')
    .values({ ...check, sums: JSON.stringify(sums) })
    .execute();
