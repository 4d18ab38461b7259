import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsFromHundredths, shareHundredths } from './share.ts';

test('15 % of 1.29 is 19.35 cents, exactly', () => expect(shareHundredths()).toBe(1935));

test('a hundred shares equal 15 % of a hundred commissions, for any commission', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (cents) => {
      expect(shareHundredths(cents) * 100).toBe(cents * 100 * 15);
      expect(centsFromHundredths(shareHundredths(cents) * 100)).toBe(cents * 15);
    }),
  );
});

test.each([
  [309 * 1935, 5979],
  [1935, 19],
  [2 * 1935, 39],
  [50, 1],
  [49, 0],
  [-49, 0],
  [-50, -1],
  [0, 0],
])('%d hundredths round to %d cents', (hundredths, cents) =>
  expect(centsFromHundredths(hundredths)).toBe(cents),
);

test('a month and its reversal cancel out; rounding is off by at most half a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (hundredths) => {
      const cents = centsFromHundredths(hundredths);
      expect(cents + centsFromHundredths(-hundredths)).toBe(0);
      expect(Object.is(cents, -0)).toBe(false);
      expect(Math.abs(cents * 100 - hundredths)).toBeLessThanOrEqual(50);
    }),
  );
});
