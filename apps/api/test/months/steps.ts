import fc from 'fast-check';

/** What may happen to money in a town; numbers choose among those who are there. */
export type Step =
  | { do: 'buy'; buyer: number; seller: number; how: 'once' | 'twice' | 'declined' }
  | { do: 'cancel' | 'storeCancel' | 'collect' | 'refundAll'; order: number }
  | { do: 'refundPart'; order: number; cents: number }
  | { do: 'wait'; hours: number }
  | { do: 'jump'; days: number }
  | { do: 'settle' | 'payByHand' | 'send' }
  | { do: 'confirm' | 'bounce'; payout: number }
  | { do: 'account'; person: number }
  | { do: 'switch'; partner: number; on: boolean };

const number = fc.nat({ max: 1000 });
const one = <T extends string>(...names: T[]) => fc.constantFrom(...names);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: one('buy'),
      buyer: number,
      seller: number,
      how: one('once', 'once', 'once', 'twice', 'declined'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one('cancel', 'storeCancel', 'collect', 'collect', 'refundAll'),
      order: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('refundPart'),
      order: number,
      cents: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: one('wait'), hours: fc.integer({ min: 1, max: 120 }) }) },
  // A server that stood still, or a clock that was wrong and is set right.
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('jump'),
      days: fc.oneof(fc.integer({ min: 20, max: 75 }), fc.integer({ min: -75, max: -1 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('settle', 'settle', 'payByHand', 'send') }) },
  { weight: 2, arbitrary: fc.record({ do: one('confirm', 'bounce'), payout: number }) },
  { weight: 1, arbitrary: fc.record({ do: one('account'), person: number }) },
  { weight: 1, arbitrary: fc.record({ do: one('switch'), partner: number, on: fc.boolean() }) },
);

export const month = fc.array(step, { minLength: 15, maxLength: 45 });

export const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];
