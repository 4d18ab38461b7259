import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Slot, withoutRest, withQuantity } from './week-cache.ts';

const count = fc.nat({ max: 7 });
const slots = fc.tuple(count, count, count).map(
  ([sold, held, left]): Slot => ({
    ...{ id: 1, date: '2026-11-20', starts_at: '', ends_at: '', closed: false, sold_out: false },
    ...{ sold, held, left, quantity: sold + held + left },
  }),
);

test('whatever is tapped: what is sold and held stays, and the sum is the quantity', () => {
  fc.assert(
    fc.property(slots, count, (slot, more) => {
      const taken = slot.sold + slot.held;
      for (const after of [withQuantity(slot, taken + more), withoutRest(slot)]) {
        expect(after).toMatchObject({ sold: slot.sold, held: slot.held });
        expect(after.sold + after.held + after.left).toBe(after.quantity);
      }
      expect(withQuantity(withoutRest(slot), slot.quantity)).toEqual(slot);
    }),
  );
});
