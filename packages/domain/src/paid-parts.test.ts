import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaidParts, refundOfCard, splitPaid } from './paid-parts.ts';

const cents = fc.integer({ min: 0, max: 50_000 });
const paid = fc
  .record({ cardCents: cents, creditCents: cents, discountCents: cents })
  .filter((parts) => getPrice(parts) > 0);
const names = ['cardCents', 'creditCents', 'discountCents'] as const;

const getPrice = (parts: PaidParts) => names.reduce((sum, name) => sum + parts[name], 0);
const property = <T>(arbitrary: fc.Arbitrary<T>, body: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, body), { numRuns: 3000 });
/** Parts with two refunds of them, the smaller first. */
const paidAndRefunds = paid.chain((parts) =>
  fc
    .tuple(fc.integer({ min: 0, max: getPrice(parts) }), fc.integer({ min: 0, max: getPrice(parts) }))
    .map(([a, b]) => ({ parts, first: Math.min(a, b), second: Math.max(a, b) })),
);

test('what goes back adds up, is never more than what was paid, and is all of it with the whole price', () => {
  property(paidAndRefunds, ({ parts, second: refunded }) => {
    const back = splitPaid(parts, refunded);
    expect(getPrice(back)).toBe(refunded);
    for (const name of names) {
      expect(back[name]).toBeGreaterThanOrEqual(0);
      expect(back[name]).toBeLessThanOrEqual(parts[name]);
    }
    expect(splitPaid(parts, getPrice(parts))).toEqual(parts);
    expect(splitPaid(parts, 0)).toEqual({ cardCents: 0, creditCents: 0, discountCents: 0 });
  });
});

test('no part goes down when more is refunded', () => {
  property(paidAndRefunds, ({ parts, first, second }) => {
    const [before, after] = [splitPaid(parts, first), splitPaid(parts, second)];
    for (const name of names) expect(after[name]).toBeGreaterThanOrEqual(before[name]);
  });
});

test('each part goes back in proportion, to within a cent and what that cent moves', () => {
  property(paidAndRefunds, ({ parts, second: refunded }) => {
    const back = splitPaid(parts, refunded);
    for (const name of names)
      expect(Math.abs(back[name] - (parts[name] * refunded) / getPrice(parts))).toBeLessThan(2);
  });
});

test('what is back on the card tells how much of the price is refunded', () => {
  property(
    paidAndRefunds.filter(({ parts }) => parts.cardCents > 0),
    ({ parts, first }) => {
      const cardCents = Math.min(first, parts.cardCents);
      const refunded = refundOfCard(parts, cardCents);
      expect(splitPaid(parts, refunded).cardCents).toBe(cardCents);
      if (refunded < getPrice(parts))
        expect(splitPaid(parts, refunded + 1).cardCents).toBeGreaterThan(cardCents);
      // Whatever was refunded before is part of it.
      expect(refundOfCard(parts, splitPaid(parts, first).cardCents)).toBeGreaterThanOrEqual(first);
    },
  );
});

test('all of the card back is the whole price back', () => {
  property(
    paid.filter((parts) => parts.cardCents > 0),
    (parts) => {
      expect(refundOfCard(parts, parts.cardCents)).toBe(getPrice(parts));
    },
  );
});

test('a price paid by card alone goes back as it is', () => {
  property(fc.tuple(fc.integer({ min: 1, max: 99_999 }), cents), ([cardCents, part]) => {
    const refunded = Math.min(part, cardCents);
    expect(splitPaid({ cardCents, creditCents: 0, discountCents: 0 }, refunded)).toEqual({
      cardCents: refunded,
      creditCents: 0,
      discountCents: 0,
    });
  });
});
