import type { LedgerAccount } from '../../src/modules/ledger/accounts.ts';
import { getBalances } from '../../src/modules/ledger/index.ts';
import type { DbOrTrx } from '../../src/platform/db/database.ts';

/** Balance in cents of an account; undefined when it has no entries. */
export async function findBalance(db: DbOrTrx, account: LedgerAccount): Promise<number | undefined> {
  const userId = 'userId' in account ? account.userId : null;
  const balances = await getBalances(db);
  return balances.find(({ account_kind, user_id }) => account_kind === account.kind && user_id === userId)
    ?.cents;
}
