import { type Insertable, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import {
  type AccountBalance,
  type AccountColumns,
  type LedgerAccount,
  parseAccountSums,
  toAccountColumns,
} from './accounts.ts';

interface AccountRow extends AccountColumns {
  id: number;
}

/** The accounts' rows, and maybe others; creates missing accounts. */
export async function getOrCreateAccounts(trx: Trx, accounts: AccountColumns[]): Promise<AccountRow[]> {
  const userIds = accounts.flatMap(({ user_id }) => user_id ?? []);
  const kinds = accounts.map(({ account_kind }) => account_kind);
  const selectAccounts = async () =>
    (
      await sql<AccountRow>`select id, account_kind, user_id from ledger_accounts
        where account_kind = any(${kinds}::text[]) and (user_id is null or user_id = any(${userIds}::int[]))`.execute(
        trx,
      )
    ).rows;
  const existing = await selectAccounts();
  const missing = accounts.filter(
    ({ account_kind, user_id }) =>
      !existing.some((account) => account.account_kind === account_kind && account.user_id === user_id),
  );
  if (missing.length === 0) return existing;
  // In one order everywhere, so that concurrent postings do not deadlock.
  missing.sort((a, b) => (a.user_id ?? 0) - (b.user_id ?? 0) || a.account_kind.localeCompare(b.account_kind));
  await trx
    .insertInto('ledger_accounts')
    .values(missing.map(({ account_kind, user_id }) => ({ account_kind, user_id })))
    .onConflict((conflict) => conflict.columns(['user_id', 'account_kind']).doNothing())
    .execute();
  return selectAccounts();
}

/** Balances in cents of all accounts with entries, summed from the entries. */
export async function getBalances(db: DbOrTrx): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(({ fn }) => ['account_kind', 'user_id', fn.sum<string>('amount_cents').as('cents')])
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
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('cents'))
    .where('account_kind', '=', account_kind)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

/** Transactions that do not sum to zero. Always empty while the database constraint exists. */
export const listUnbalancedTransactions = (db: DbOrTrx) =>
  db
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['transaction_id as id', fn.sum<string>('amount_cents').as('cents')])
    .groupBy('transaction_id')
    .having(({ eb, fn }) => eb(fn.sum('amount_cents'), '!=', 0))
    .execute();

/** Undefined when this kind was posted for this source before. */
export const insertTransaction = (trx: Trx, transaction: Insertable<Database['ledger_transactions']>) =>
  trx
    .insertInto('ledger_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

export const insertEntries = (trx: Trx, entries: Insertable<Database['ledger_entries']>[]) =>
  trx.insertInto('ledger_entries').values(entries).execute();
