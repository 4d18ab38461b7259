import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMISSION_CENTS } from './constants.ts';
import { vatIncludedIn } from './vat.ts';

test.each([
  [123, 23, 23],
  [COMMISSION_CENTS, 23, 24],
  [100 * COMMISSION_CENTS, 23, 2412],
  [-100 * COMMISSION_CENTS, 23, -2412],
  [COMMISSION_CENTS, 0, 0],
  [0, 23, 0],
  [10_550, 5.5, 550],
  // Half a cent is rounded up.
  [3, 20, 1],
])('%d cents including %d %% VAT contain %d', (cents, percent, vat) =>
  expect(vatIncludedIn(cents, percent)).toBe(vat),
);

test('VAT is exact to half a cent and symmetric for negative amounts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (cents, rate) => {
        const vat = vatIncludedIn(cents, rate / 100);
        expect(2 * Math.abs(vat * (10_000 + rate) - cents * rate)).toBeLessThanOrEqual(10_000 + rate);
        expect(vatIncludedIn(-cents, rate / 100) + vat).toBe(0);
      },
    ),
    { numRuns: 2000 },
  );
});
