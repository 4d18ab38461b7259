import { expect } from 'vitest';
import { COMMISSION_CENTS, type ReferenceModel, type Role, VAT_PERCENT } from './reference-model.ts';

const sumBy = <T>(list: Iterable<T>, getValue: (item: T) => number): number => {
  let total = 0;
  for (const item of list) total += getValue(item);
  return total;
};

/** VAT contained in an amount, calculated from decimal digits; halves are rounded away from zero. */
function calculateVat(cents: number): number {
  const absolute = (BigInt(Math.abs(cents)) * BigInt(VAT_PERCENT) * 10n) / BigInt(100 + VAT_PERCENT);
  return Math.sign(cents) * Number((absolute + 5n) / 10n);
}

/** Expected balances, calculated from the final orders, shares and payouts alone, independently of the entries. */
function calculateExpectedBalances(model: ReferenceModel): Map<string, number> {
  const keptOrders = model.orders.filter(({ isReversed }) => !isReversed);
  const activePayouts = model.payouts.filter(({ state }) => state !== 'returned');
  const sumPayouts = (role: Role, person: number) =>
    sumBy(
      activePayouts.filter(({ statement }) => statement.role === role && statement.person === person),
      ({ cents }) => cents,
    );
  const vat = sumBy(model.statements, (item) => calculateVat(item.commission));
  const confirmedCents = sumBy(
    activePayouts.filter(({ state }) => state === 'confirmed'),
    ({ cents }) => cents,
  );
  const accounts = new Map<string, number>([
    ['provider', sumBy(keptOrders, ({ price, refunded }) => price - refunded)],
    ['commission', sumBy(model.credits.values(), Number) + vat - COMMISSION_CENTS * keptOrders.length],
    ['vat', -vat],
    ['bank', -confirmedCents],
    ['payouts', confirmedCents - sumBy(activePayouts, ({ cents }) => cents)],
  ]);
  for (const person of model.participants.sellers) {
    const earnedCents = sumBy(
      keptOrders.filter(({ seller }) => seller === person),
      ({ price, refunded }) => price - COMMISSION_CENTS - refunded,
    );
    accounts.set(`seller:${person}`, sumPayouts('seller', person) - earnedCents);
  }
  for (const person of model.participants.partners) {
    const ownCredits = [...model.credits].filter(([key]) => key.startsWith(`${person} `));
    accounts.set(
      `partner:${person}`,
      sumPayouts('partner', person) - sumBy(ownCredits, ([, cents]) => cents),
    );
  }
  for (const person of model.participants.buyers) accounts.set(`buyer:${person}`, 0);
  return accounts;
}

const withoutZeros = (accounts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...accounts].filter(([, cents]) => cents !== 0).sort());

/** Asserts that every balance is as expected, that they sum to zero, and that consecutive statements connect. */
export function assertModelIsConsistent(model: ReferenceModel): void {
  const balances = model.getBalances();
  expect(withoutZeros(balances)).toEqual(withoutZeros(calculateExpectedBalances(model)));
  expect(sumBy(balances.values(), Number)).toBe(0);

  for (const [role, userIds] of [
    ['seller', model.participants.sellers],
    ['partner', model.participants.partners],
  ] as const) {
    for (const person of userIds) {
      const ownStatements = model.statements.filter((item) => item.role === role && item.person === person);
      let previous = { closing: 0, month: '' };
      for (const statement of ownStatements) {
        expect(statement.opening).toBe(previous.closing);
        expect(statement.month > previous.month).toBe(true);
        previous = statement;
      }
      const openEntries = model.entries.filter(
        ({ account, isOnStatement }) => account === `${role}:${person}` && !isOnStatement,
      );
      // The negated balance of an empty account is -0.
      expect(previous.closing - sumBy(openEntries, ({ cents }) => cents) + 0).toBe(
        0 - (balances.get(`${role}:${person}`) ?? 0),
      );
    }
  }
  for (const { statement, cents } of model.payouts) expect(cents).toBeLessThanOrEqual(statement.closing);
  expect(new Set(model.payouts.map(({ statement }) => statement)).size).toBe(model.payouts.length);

  for (const partner of model.participants.partners) {
    const shares = model.shares.filter((share) => share.partner === partner && share.month !== null);
    const months = new Set(shares.map(({ month }) => month));
    const creditedCents = sumBy(months, (month) => model.credits.get(`${partner} ${month}`)!);
    const exactHundredths = sumBy(shares, ({ hundredths }) => hundredths);
    // Rounded once a month, by at most half a cent.
    expect(Math.abs(100 * creditedCents - exactHundredths)).toBeLessThanOrEqual(50 * months.size);
    expect([...model.credits.keys()].filter((key) => key.startsWith(`${partner} `)).length).toBe(months.size);
  }
}
