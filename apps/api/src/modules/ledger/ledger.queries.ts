import type { Insertable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Account ids by code; creates missing accounts. */
export async function getOrCreateAccountIds(trx: Trx, codes: string[]): Promise<Map<string, number>> {
  const selectIds = async () =>
    new Map(
      (
        await trx.selectFrom('ledger_accounts').select(['id', 'code']).where('code', 'in', codes).execute()
      ).map((account) => [account.code, account.id]),
    );
  const existing = await selectIds();
  const missing = [...new Set(codes)].filter((code) => !existing.has(code)).sort();
  if (missing.length === 0) return existing;
  await trx
    .insertInto('ledger_accounts')
    .values(missing.map((code) => ({ code })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  return selectIds();
}

/** Balances in cents by account code, summed from the entries. */
export async function getBalances(db: DbOrTrx): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(({ fn }) => ['ledger_accounts.code', fn.sum<string>('amount_cents').as('cents')])
    .groupBy('ledger_accounts.code')
    .execute();
  return new Map(rows.map(({ code, cents }) => [code, Number(cents)]));
}

/** Balance in cents of one account; 0 when it has no entries. */
export async function getBalance(db: DbOrTrx, code: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_entries.account_id', 'ledger_accounts.id')
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('cents'))
    .where('ledger_accounts.code', '=', code)
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

/** Undefined when this kind was posted for this reference before. */
export const insertTransaction = (trx: Trx, transaction: Insertable<Database['ledger_transactions']>) =>
  trx
    .insertInto('ledger_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();

export const insertEntries = (trx: Trx, entries: Insertable<Database['ledger_entries']>[]) =>
  trx.insertInto('ledger_entries').values(entries).execute();
