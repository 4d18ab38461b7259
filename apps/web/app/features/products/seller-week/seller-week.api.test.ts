import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Slot, withQuantity, withSoldOut } from './seller-week.api.ts';

const countArbitrary = fc.nat({ max: 7 });
const slotArbitrary = fc.tuple(countArbitrary, countArbitrary, countArbitrary).map(
  ([sold, held, left]): Slot => ({
    ...{ id: 1, date: '2026-11-20', starts_at: '', ends_at: '', closed: false, sold_out: false },
    ...{ sold, held, left, quantity: sold + held + left },
  }),
);

test('after any sequence of taps units ordered and on hold stay, and the sum is the quantity', () => {
  fc.assert(
    fc.property(slotArbitrary, countArbitrary, (slot, extra) => {
      const takenUnits = slot.sold + slot.held;
      for (const updatedSlot of [withQuantity(slot, takenUnits + extra), withSoldOut(slot)]) {
        expect(updatedSlot).toMatchObject({ sold: slot.sold, held: slot.held });
        expect(updatedSlot.sold + updatedSlot.held + updatedSlot.left).toBe(updatedSlot.quantity);
      }
      expect(withQuantity(withSoldOut(slot), slot.quantity)).toEqual(slot);
    }),
  );
});
