import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWorstSalePlace, getCancelledShare, hasManyCancelled } from './cancellations.rules.ts';

test.each([
  [{ sold: 72, cancelled: 6 }, true],
  [{ sold: 0, cancelled: 3 }, true],
  // Two are bad luck.
  [{ sold: 0, cancelled: 2 }, false],
  [{ sold: 103, cancelled: 3 }, false],
  [{ sold: 0, cancelled: 0 }, false],
])('%o asks for a look: %s', (counts, isMuch) => expect(hasManyCancelled(counts)).toBe(isMuch));

const counts = fc.record({ sold: fc.nat(500), cancelled: fc.nat(50) });

test('names one only if it cancels much, and none that cancels a larger share', () => {
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 8 }), (salePlaces) => {
      const worst = findWorstSalePlace(salePlaces);
      expect(worst === null).toBe(!salePlaces.some(hasManyCancelled));
      if (!worst) return;
      expect(hasManyCancelled(worst.salePlace)).toBe(true);
      const share = getCancelledShare(worst.salePlace);
      for (const other of salePlaces.filter(hasManyCancelled))
        expect(getCancelledShare(other)).toBeLessThanOrEqual(share);
      expect(worst.shareOfOthers).toBeGreaterThanOrEqual(0);
      expect(worst.shareOfOthers).toBeLessThanOrEqual(1);
    }),
  );
});
