import type { Context } from '../../platform/context.ts';
import type { ReconciliationSource } from '../../platform/reconciliation-source.ts';
import { getBalances, listUnbalancedTransactions } from './ledger.queries.ts';

/** An account whose entries do not add up to the records behind them. */
interface LedgerDifference {
  account: string;
  bookedCents: number;
  expectedCents: number;
}

/**
 * Recomputes every balance twice: from the entries, and from payments, orders, shares, statements and
 * payouts. Both are read in one snapshot, so concurrent postings do not matter. Empty when they agree.
 */
export const checkLedger = (
  { db }: Pick<Context, 'db'>,
  sources: readonly ReconciliationSource[],
): Promise<LedgerDifference[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const bookedBalances = await getBalances(trx);
      const expectedBalances = new Map<string, number>();
      for (const source of sources) {
        for (const [account, cents] of await source(trx)) {
          expectedBalances.set(account, (expectedBalances.get(account) ?? 0) + cents);
        }
      }
      const accounts = [...new Set([...bookedBalances.keys(), ...expectedBalances.keys()])].sort();
      const differences = accounts.map((account) => ({
        account,
        bookedCents: bookedBalances.get(account) ?? 0,
        expectedCents: expectedBalances.get(account) ?? 0,
      }));
      const unbalancedTransactions = (await listUnbalancedTransactions(trx)).map(({ id, cents }) => ({
        account: `transaction:${id}`,
        bookedCents: Number(cents),
        expectedCents: 0,
      }));
      return [
        ...differences.filter(({ bookedCents, expectedCents }) => bookedCents !== expectedCents),
        ...unbalancedTransactions,
      ];
    });

/** One line for a log or mail, e.g. 'seller:7 holds -2.70, should hold -5.40'. */
export const formatDifference = ({ account, bookedCents, expectedCents }: LedgerDifference): string =>
  `${account} holds ${(bookedCents / 100).toFixed(2)}, should hold ${(expectedCents / 100).toFixed(2)}`;
