import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMISSION_CENTS } from './constants.ts';
import { earningCents } from './earning.ts';

test('the seller receives the price less 1.29', () => {
  expect(COMMISSION_CENTS).toBe(129);
  expect(earningCents(399)).toBe(270);
  fc.assert(
    fc.property(fc.integer({ min: 130, max: 1_000_000 }), (price) => {
      expect(earningCents(price) + COMMISSION_CENTS).toBe(price);
      expect(earningCents(price)).toBeGreaterThan(0);
    }),
  );
});
