import { HOUR_MS } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUpTotals, judge } from './trust.rules.ts';

const now = new Date('2026-12-10T04:37:00Z');
const compared = (hoursAgo: number, differenceCount = 0) => ({
  comparedAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
  differenceCount,
});
const totals = { sellers: 500, partners: 20, buyers: 80, held: 600, atProvider: 0, inTransit: 0 };

test('balances are added up by whom they are owed to, and where the money is', () => {
  expect(
    addUpTotals([
      { account_kind: 'provider', user_id: null, cents: 2_000 },
      { account_kind: 'bank', user_id: null, cents: -300 },
      { account_kind: 'payouts', user_id: null, cents: -100 },
      { account_kind: 'commission', user_id: null, cents: -390 },
      { account_kind: 'seller', user_id: 1, cents: -500 },
      { account_kind: 'seller', user_id: 2, cents: 40 },
      { account_kind: 'partner', user_id: 3, cents: -20 },
      { account_kind: 'buyer', user_id: 4, cents: -80 },
      { account_kind: 'seller_at_provider', user_id: 1, cents: -600 },
      { account_kind: 'partner_at_provider', user_id: 3, cents: -50 },
    ]),
  ).toEqual({ sellers: 500, partners: 20, buyers: 80, held: 950, atProvider: 650, inTransit: 100 });
});

test.each([
  [totals, compared(1), 'covered'],
  [totals, compared(36), 'covered'],
  [totals, compared(37), 'not_compared'],
  [totals, compared(1, 1), 'differences'],
  [totals, compared(37, 2), 'differences'],
  [{ ...totals, held: 599 }, compared(37, 2), 'short'],
] as const)('%j, %j: %s', (sums, comparison, verdict) => {
  expect(judge(sums, comparison, now)).toBe(verdict);
});

const cents = fc.integer({ min: -100_000, max: 100_000 });
const userBalance = fc.record({
  account_kind: fc.constantFrom('seller' as const, 'partner' as const, 'buyer' as const),
  user_id: fc.integer({ min: 1, max: 50 }),
  cents,
});

test('what somebody owes WoPack never lowers what is owed to others', () => {
  fc.assert(
    fc.property(fc.array(userBalance), userBalance, (balances, added) => {
      const sumOwed = (rows: typeof balances) => {
        const { sellers, partners, buyers } = addUpTotals(rows);
        return sellers + partners + buyers;
      };
      expect(sumOwed([...balances, added])).toBe(sumOwed(balances) + Math.max(-added.cents, 0));
    }),
  );
});

test('a transfer to accounts at the provider changes neither who is covered nor what is there in all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 100_000 }),
      (earning, rest, transferred) => {
        const moved = Math.min(transferred, earning);
        const before = addUpTotals([
          { account_kind: 'provider', user_id: null, cents: earning + rest },
          { account_kind: 'seller', user_id: 1, cents: -earning },
        ]);
        const after = addUpTotals([
          { account_kind: 'provider', user_id: null, cents: earning + rest },
          { account_kind: 'seller', user_id: 1, cents: moved - earning },
          { account_kind: 'seller_at_provider', user_id: 1, cents: -moved },
        ]);
        expect(after.held + after.atProvider).toBe(before.held + before.atProvider);
        expect(after.held - after.sellers).toBe(before.held - before.sellers);
      },
    ),
  );
});
