import { expect } from 'vitest';
import { COMMISSION, type Role, type Town, VAT_PERCENT } from './town.ts';

const sum = <T>(list: Iterable<T>, of: (one: T) => number): number => {
  let total = 0;
  for (const one of list) total += of(one);
  return total;
};

/** VAT inside an amount, by its decimal digits: half a cent and more, be it owed or not, is a cent. */
function vatIn(cents: number): number {
  const size = (BigInt(Math.abs(cents)) * BigInt(VAT_PERCENT) * 10n) / BigInt(100 + VAT_PERCENT);
  return Math.sign(cents) * Number((size + 5n) / 10n);
}

/** What every account has to hold, from what is true at the end alone: never from an entry, never step by step. */
function expected(town: Town): Map<string, number> {
  const kept = town.orders.filter(({ undone }) => !undone);
  const out = town.payouts.filter(({ state }) => state !== 'returned');
  const gone = (role: Role, person: number) =>
    sum(
      out.filter(({ statement }) => statement.role === role && statement.person === person),
      ({ cents }) => cents,
    );
  const vat = sum(town.statements, (one) => vatIn(one.commission));
  const arrived = sum(
    out.filter(({ state }) => state === 'confirmed'),
    ({ cents }) => cents,
  );
  const accounts = new Map<string, number>([
    ['provider', sum(kept, ({ price, refunded }) => price - refunded)],
    ['commission', sum(town.credits.values(), Number) + vat - COMMISSION * kept.length],
    ['vat', -vat],
    ['bank', -arrived],
    ['payouts', arrived - sum(out, ({ cents }) => cents)],
  ]);
  for (const person of town.cast.sellers) {
    const earned = sum(
      kept.filter(({ seller }) => seller === person),
      ({ price, refunded }) => price - COMMISSION - refunded,
    );
    accounts.set(`seller:${person}`, gone('seller', person) - earned);
  }
  for (const person of town.cast.partners) {
    const mine = [...town.credits].filter(([key]) => key.startsWith(`${person} `));
    accounts.set(`partner:${person}`, gone('partner', person) - sum(mine, ([, cents]) => cents));
  }
  for (const person of town.cast.buyers) accounts.set(`buyer:${person}`, 0);
  return accounts;
}

const zeroless = (accounts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...accounts].filter(([, cents]) => cents !== 0).sort());

/** Every balance is what it has to be, all of them together nothing, and no cent fell between two statements. */
export function recount(town: Town): void {
  const balances = town.balances();
  expect(zeroless(balances)).toEqual(zeroless(expected(town)));
  expect(sum(balances.values(), Number)).toBe(0);

  for (const [role, people] of [
    ['seller', town.cast.sellers],
    ['partner', town.cast.partners],
  ] as const) {
    for (const person of people) {
      const mine = town.statements.filter((one) => one.role === role && one.person === person);
      let before = { closing: 0, month: '' };
      for (const statement of mine) {
        expect(statement.opening).toBe(before.closing);
        expect(statement.month > before.month).toBe(true);
        before = statement;
      }
      const open = town.lines.filter(({ account, stated }) => account === `${role}:${person}` && !stated);
      // -0 is what an empty account gives.
      expect(before.closing - sum(open, ({ cents }) => cents) + 0).toBe(
        0 - (balances.get(`${role}:${person}`) ?? 0),
      );
    }
  }
  for (const { statement, cents } of town.payouts) expect(cents).toBeLessThanOrEqual(statement.closing);
  expect(new Set(town.payouts.map(({ statement }) => statement)).size).toBe(town.payouts.length);

  for (const partner of town.cast.partners) {
    const shares = town.shares.filter((share) => share.partner === partner && share.month !== null);
    const months = new Set(shares.map(({ month }) => month));
    const credited = sum(months, (month) => town.credits.get(`${partner} ${month}`)!);
    const exact = sum(shares, ({ hundredths }) => hundredths);
    // Rounded once a month: half a cent each, at most.
    expect(Math.abs(100 * credited - exact)).toBeLessThanOrEqual(50 * months.size);
    expect([...town.credits.keys()].filter((key) => key.startsWith(`${partner} `)).length).toBe(months.size);
  }
}
