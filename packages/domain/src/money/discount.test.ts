import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DISCOUNT } from './constants.ts';
import { discountPercent, maxOldPriceCents } from './discount.ts';

const price = fc.integer({ min: 130, max: 1_000_000 });

test('the highest value is at most 70 % off; one cent more is not', () => {
  fc.assert(
    fc.property(price, (cents) => {
      const limit = maxOldPriceCents(cents);
      // In integers: 1 − price/value ≤ 7/10.
      expect(10 * (limit - cents)).toBeLessThanOrEqual(7 * limit);
      expect(10 * (limit + 1 - cents)).toBeGreaterThan(7 * (limit + 1));
    }),
  );
});

test('the displayed discount is not overstated and is within one percent', () => {
  fc.assert(
    fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), (cents, share) => {
      const value = cents + Math.floor(share * (maxOldPriceCents(cents) - cents));
      const shown = discountPercent(cents, value);
      const exact = (100 * (value - cents)) / value;
      expect(shown).toBeLessThanOrEqual(exact);
      expect(shown).toBeGreaterThan(exact - 1);
      expect(shown).toBeLessThanOrEqual(MAX_DISCOUNT * 100);
    }),
  );
});

test('a value not above the price means no discount', () => {
  expect(discountPercent(399, 399)).toBe(0);
  expect(discountPercent(399, 100)).toBe(0);
  expect(discountPercent(300, 1000)).toBe(70);
});
