import type { BookSource } from '../../platform/books.ts';
import type { Context } from '../../platform/context.ts';
import { balances, unbalanced } from './ledger.queries.ts';

/** An account whose entries do not add up to what the records behind them say. */
interface Difference {
  account: string;
  bookedCents: number;
  expectedCents: number;
}

/**
 * Recomputes every balance twice: from the entries, and from what payments, orders, shares, statements and payouts say
 * by themselves. All of it at one instant, whatever is being booked meanwhile. Empty when they agree.
 */
export const checkBooks = (
  { db }: Pick<Context, 'db'>,
  sources: readonly BookSource[],
): Promise<Difference[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const booked = await balances(trx);
      const expected = new Map<string, number>();
      for (const source of sources) {
        for (const [account, cents] of await source(trx)) {
          expected.set(account, (expected.get(account) ?? 0) + cents);
        }
      }
      const accounts = [...new Set([...booked.keys(), ...expected.keys()])].sort();
      const differences = accounts.map((account) => ({
        account,
        bookedCents: booked.get(account) ?? 0,
        expectedCents: expected.get(account) ?? 0,
      }));
      const wrong = (await unbalanced(trx)).map(({ id, cents }) => ({
        account: `transaction:${id}`,
        bookedCents: Number(cents),
        expectedCents: 0,
      }));
      return [
        ...differences.filter(({ bookedCents, expectedCents }) => bookedCents !== expectedCents),
        ...wrong,
      ];
    });

/** For a log or a mail: 'seller:7 holds -2.70, should hold -5.40'. */
export const differenceLine = ({ account, bookedCents, expectedCents }: Difference): string =>
  `${account} holds ${(bookedCents / 100).toFixed(2)}, should hold ${(expectedCents / 100).toFixed(2)}`;
