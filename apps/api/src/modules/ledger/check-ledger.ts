import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  type AccountBalance,
  type ComparedSum,
  formatAccount,
  type ReconciliationSource,
} from './accounts.ts';
import {
  forgetRecordChanges,
  getBalances,
  getBalancesOfAdjustments,
  getBalancesOfRecords,
  getBalancesSinceClosing,
  listChangedRecords,
  listUnbalancedMonths,
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
 * Recomputes balances twice: from the entries, and from payments, orders, shares, statements and payouts. Both are read in
 * one snapshot, so concurrent postings do not matter. Without differences when they agree. With `isComplete` all of them
 * are; without, of closed months only the sums are read, and of the records those that have changed since.
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
      const expectedBalances = isComplete ? new Map<string, number>() : new Map(bookedBalances);
      if (isComplete) for (const source of sources) addBalances(expectedBalances, await source(trx, null));
      else await addWhatDiffers(trx, sources, expectedBalances);
      const accounts = [...new Set([...bookedBalances.keys(), ...expectedBalances.keys()])].sort();
      const balanceDifferences = accounts
        .map((account) => ({
          account,
          bookedCents: bookedBalances.get(account) ?? 0,
          expectedCents: expectedBalances.get(account) ?? 0,
        }))
        .filter(({ bookedCents, expectedCents }) => bookedCents !== expectedCents);
      const listUnbalanced = isComplete ? listUnbalancedTransactions : listUnbalancedTransactionsSinceClosing;
      const unbalancedTransactions = (await listUnbalanced(trx)).map(({ id, cents }) => ({
        account: `transaction:${id}`,
        bookedCents: cents,
        expectedCents: 0,
      }));
      const unbalancedMonths = (await listUnbalancedMonths(trx)).map(({ month, cents }) => ({
        account: `all accounts in ${month.slice(0, 7)}`,
        bookedCents: cents,
        expectedCents: 0,
      }));
      const wrongClosedBalances = isComplete ? await listWrongClosedBalances(trx) : [];
      const differences = [
        ...balanceDifferences,
        ...unbalancedTransactions,
        ...unbalancedMonths,
        ...wrongClosedBalances.map(({ month, cents, closed_cents, ...account }) => ({
          account: `${formatAccount(account)} in ${month.slice(0, 7)}`,
          bookedCents: closed_cents,
          expectedCents: Number(cents),
        })),
      ];
      if (isComplete && differences.length === 0) await forgetRecordChanges(trx);
      return {
        differences,
        sums: [{ name: 'balances', ledgerCents: addUp(bookedBalances), otherCents: addUp(expectedBalances) }],
      };
    });

const RECORDS_AT_ONCE = 10_000;
const RECORD_KINDS = [
  'payment',
  'payout',
  'statement',
  'partner',
  'transfer',
  'provider_payout',
  'credit_grant',
] as const;

/** Adds to balances by how much the records that have changed since the last closing differ from their postings. */
async function addWhatDiffers(
  trx: Trx,
  sources: readonly ReconciliationSource[],
  balances: Map<string, number>,
): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const changed = await listChangedRecords(trx, kind);
    for (let offset = 0; offset < changed.length; offset += RECORDS_AT_ONCE) {
      const records = { kind, ids: changed.slice(offset, offset + RECORDS_AT_ONCE) };
      addBalances(balances, await getBalancesOfRecords(trx, records), -1);
      for (const source of sources) addBalances(balances, await source(trx, records));
    }
  }
  addBalances(balances, await getBalancesOfAdjustments(trx), -1);
}

export const checkLedger = async (
  context: Pick<Context, 'db'>,
  sources: readonly ReconciliationSource[],
): Promise<LedgerDifference[]> => (await compareLedger(context, sources, { isComplete: true })).differences;

function addBalances(sums: Map<string, number>, balances: readonly AccountBalance[], sign: 1 | -1 = 1): void {
  for (const balance of balances) {
    const account = formatAccount(balance);
    sums.set(account, (sums.get(account) ?? 0) + sign * balance.cents);
  }
}

function sumByAccount(balances: readonly AccountBalance[]): Map<string, number> {
  const sums = new Map<string, number>();
  addBalances(sums, balances);
  return sums;
}

/** One line for a log or mail, e.g. 'seller:7 holds -2.70, should hold -5.40'. */
export const formatDifference = ({ account, bookedCents, expectedCents }: LedgerDifference): string =>
  `${account} holds ${(bookedCents / 100).toFixed(2)}, should hold ${(expectedCents / 100).toFixed(2)}`;
