import type { Context } from '../../platform/context.ts';
import {
  type AccountBalance,
  type ComparedSum,
  formatAccount,
  type ReconciliationSource,
} from './accounts.ts';
import {
  getBalances,
  getBalancesSinceClosing,
  listUnbalancedTransactions,
  listUnbalancedTransactionsSinceClosing,
  listWrongClosedBalances,
} from './ledger.queries.ts';

/** An account whose entries do not add up to the records behind them. */
interface LedgerDifference {
  /** Display name of an account, or of a transaction that does not balance. */
  account: string;
  bookedCents: number;
  expectedCents: number;
}

const addUp = (balances: Map<string, number>) =>
  balances.values().reduce((sum, cents) => sum + Math.max(cents, 0), 0);

/**
 * Recomputes every balance twice: from the entries, and from payments, orders, shares, statements and
 * payouts. Both are read in one snapshot, so concurrent postings do not matter. Without differences when they agree.
 * Entries of closed months are read only with `isComplete`, which compares the sums of these months with them too.
 */
export const compareLedger = (
  { db }: Pick<Context, 'db'>,
  sources: readonly ReconciliationSource[],
  { isComplete }: { isComplete: boolean },
): Promise<{ differences: LedgerDifference[]; sums: ComparedSum[] }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const bookedBalances = sumByAccount(await (isComplete ? getBalances : getBalancesSinceClosing)(trx));
      const expected: AccountBalance[] = [];
      for (const source of sources) expected.push(...(await source(trx)));
      const expectedBalances = sumByAccount(expected);
      const accounts = [...new Set([...bookedBalances.keys(), ...expectedBalances.keys()])].sort();
      const differences = accounts.map((account) => ({
        account,
        bookedCents: bookedBalances.get(account) ?? 0,
        expectedCents: expectedBalances.get(account) ?? 0,
      }));
      const listUnbalanced = isComplete ? listUnbalancedTransactions : listUnbalancedTransactionsSinceClosing;
      const unbalancedTransactions = (await listUnbalanced(trx)).map(({ id, cents }) => ({
        account: `transaction:${id}`,
        bookedCents: cents,
        expectedCents: 0,
      }));
      const wrongClosedBalances = isComplete ? await listWrongClosedBalances(trx) : [];
      return {
        differences: [
          ...differences.filter(({ bookedCents, expectedCents }) => bookedCents !== expectedCents),
          ...unbalancedTransactions,
          ...wrongClosedBalances.map(({ month, cents, closed_cents, ...account }) => ({
            account: `${formatAccount(account)} in ${month.slice(0, 7)}`,
            bookedCents: closed_cents,
            expectedCents: Number(cents),
          })),
        ],
        sums: [{ name: 'balances', ledgerCents: addUp(bookedBalances), otherCents: addUp(expectedBalances) }],
      };
    });

export const checkLedger = async (
  context: Pick<Context, 'db'>,
  sources: readonly ReconciliationSource[],
): Promise<LedgerDifference[]> => (await compareLedger(context, sources, { isComplete: true })).differences;

function sumByAccount(balances: AccountBalance[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const balance of balances) {
    const account = formatAccount(balance);
    sums.set(account, (sums.get(account) ?? 0) + balance.cents);
  }
  return sums;
}

/** One line for a log or mail, e.g. 'seller:7 holds -2.70, should hold -5.40'. */
export const formatDifference = ({ account, bookedCents, expectedCents }: LedgerDifference): string =>
  `${account} holds ${(bookedCents / 100).toFixed(2)}, should hold ${(expectedCents / 100).toFixed(2)}`;
