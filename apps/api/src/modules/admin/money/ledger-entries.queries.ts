import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type Period } from '../lists/lists.queries.ts';

type LedgerFilter = ListQuery<'LedgerEntries'>;

const ACCOUNTS_OF_USERS = ['buyer', 'seller', 'partner'];

/**
 * The accounts of a filter, where they are few: the planner knows how many entries an account has, but not how many a
 * kind and a user lead to. Null: not few.
 */
async function findAccountIds(
  db: DbOrTrx,
  { account, user_id: userId }: LedgerFilter,
): Promise<number[] | null> {
  if (userId === undefined && (account === undefined || ACCOUNTS_OF_USERS.includes(account))) return null;
  const { rows } = await sql<{ id: number }>`
    select id from ledger_accounts where user_id is not distinct from ${userId ?? null}
      ${account === undefined ? sql`` : sql`and account_kind = ${account}`}`.execute(db);
  return rows.map(({ id }) => id);
}

/** First and last transaction of a period: a range of the order of the list. Null: there is none. */
async function findTransactionRange(db: DbOrTrx, { from, before }: Period) {
  // Otherwise PostgreSQL looks for the first number among all.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id + 0) as first, max(id + 0) as last from ledger_transactions
    where created_at >= ${from ?? '-infinity'}::timestamptz and created_at < ${before ?? 'infinity'}::timestamptz`.execute(
    db,
  );
  return rows[0]?.first ? rows[0] : null;
}

export const ledgerSums = {
  debit_cents: sql<number>`greatest(entry.amount_cents, 0)`,
  credit_cents: sql<number>`greatest(-entry.amount_cents, 0)`,
};

/** Ordered by transaction, then entry, so that a page is read from an index whatever the filter. */
export async function filterLedgerEntries(db: DbOrTrx, filter: LedgerFilter, period: Period) {
  const { account, kind, order_id: orderId } = filter;
  const { from, before } = period;
  const isOfPeriod = from !== null || before !== null;
  const accountIds = await findAccountIds(db, filter);
  const range = isOfPeriod ? await findTransactionRange(db, period) : null;
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as posting', 'posting.id', 'entry.transaction_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .$if(accountIds !== null, (query) =>
      accountIds!.length === 1
        ? query.where(sql<SqlBool>`entry.account_id = ${accountIds![0]}`)
        : query.where(sql<SqlBool>`entry.account_id = any(${accountIds}::int[])`),
    )
    .$if(accountIds === null && account !== undefined, (query) =>
      query.where(sql<SqlBool>`account.account_kind = ${account}`),
    )
    .$if(kind !== undefined, (query) => query.where(sql<SqlBool>`posting.kind = ${sql.lit(kind)}`))
    .$if(orderId !== undefined, (query) => query.where(sql<SqlBool>`posting.order_id = ${orderId}`))
    .$if(isOfPeriod, (query) =>
      range
        ? query.where(sql<SqlBool>`posting.id between ${range.first}::bigint and ${range.last}::bigint`)
        : query.where(sql<SqlBool>`false`),
    )
    .$if(from !== null, (query) => query.where('posting.created_at', '>=', from))
    .$if(before !== null, (query) => query.where('posting.created_at', '<', before));
}

export const selectLedgerEntries = (rows: Awaited<ReturnType<typeof filterLedgerEntries>>) =>
  rows
    .leftJoin('users', 'users.id', 'account.user_id')
    .select(['entry.id', 'entry.transaction_id', 'posting.created_at', 'posting.kind'])
    .select(['account.account_kind', 'account.user_id', 'entry.amount_cents', 'posting.order_id'])
    .select(['posting.payout_id', 'posting.note'])
    .select(fullName<string | null>('users').as('user_name'));
