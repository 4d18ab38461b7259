import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitVat } from './vat.ts';

test.each([
  [798, 6, 753, 45],
  [399, 13, 353, 46],
  [123, 23, 100, 23],
  [399, 0, 399, 0],
  // 12.5: half a cent rounds up.
  [13, 4, 13, 0],
  [-399, 13, -353, -46],
  [0, 23, 0, 0],
])('%i cents at %d: %i and %i', (gross, percent, netCents, taxCents) =>
  expect(splitVat(gross, percent)).toEqual({ netCents, taxCents }),
);

const cents = fc.integer({ min: -999_999, max: 999_999 });
const percent = fc.oneof(
  fc.constantFrom(6, 13, 23),
  fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
);

test('net and tax always sum to the price, and the net is right to half a cent', () => {
  fc.assert(
    fc.property(cents, percent, (gross, rate) => {
      const { netCents, taxCents } = splitVat(gross, rate);
      expect(netCents + taxCents).toBe(gross);
      expect(Number.isInteger(netCents)).toBe(true);
      expect(Math.abs(netCents - gross / (1 + rate / 100))).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(splitVat(0 - gross, rate)).toEqual({ netCents: 0 - netCents, taxCents: 0 - taxCents });
    }),
    { numRuns: 2000 },
  );
});
