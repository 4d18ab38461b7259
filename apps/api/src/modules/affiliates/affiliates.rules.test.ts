import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earners } from './affiliates.rules.ts';

/** Few people, so that the same one turns up on several sides. */
const personId = fc.integer({ min: 1, max: 5 });
const order = fc.record({ buyerId: personId, sellerId: personId });
const partnerOf = fc
  .array(fc.tuple(personId, personId), { maxLength: 5 })
  .map((pairs) => new Map(pairs.filter(([id, partner]) => id !== partner)));

test('nobody earns from themselves, each side has at most one, and whoever brought somebody else has theirs', () => {
  fc.assert(
    fc.property(order, partnerOf, (sides, brought) => {
      const shares = earners(sides, brought);
      expect(new Set(shares.map(({ side }) => side)).size).toBe(shares.length);
      for (const { side, partnerId, personId: whom } of shares) {
        expect(whom).toBe(side === 'buyer' ? sides.buyerId : sides.sellerId);
        expect(brought.get(whom)).toBe(partnerId);
        expect([sides.buyerId, sides.sellerId]).not.toContain(partnerId);
      }
      for (const [side, id] of [['buyer', sides.buyerId] as const, ['seller', sides.sellerId] as const]) {
        const partner = brought.get(id);
        const earns = partner !== undefined && partner !== sides.buyerId && partner !== sides.sellerId;
        expect(shares.some((share) => share.side === side)).toBe(earns);
      }
    }),
    { numRuns: 1000 },
  );
});

test('whoever brought both has both', () => {
  const both = new Map([
    [1, 3],
    [2, 3],
  ]);
  expect(earners({ buyerId: 1, sellerId: 2 }, both)).toEqual([
    { side: 'buyer', partnerId: 3, personId: 1 },
    { side: 'seller', partnerId: 3, personId: 2 },
  ]);
});

test.each([
  ['the seller who brought the buyer', { buyerId: 1, sellerId: 2 }, new Map([[1, 2]])],
  ['the buyer who brought the seller', { buyerId: 1, sellerId: 2 }, new Map([[2, 1]])],
])('%s does not earn', (_, sides, brought) => expect(earners(sides, brought)).toEqual([]));
