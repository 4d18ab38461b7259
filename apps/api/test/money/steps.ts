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

const anyIndex = fc.nat({ max: 1000 });
const oneOf = <T extends string>(...names: T[]) => fc.constantFrom(...names);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: oneOf('buy'),
      buyer: anyIndex,
      seller: anyIndex,
      how: oneOf('once', 'once', 'once', 'twice', 'declined'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: oneOf('cancel', 'storeCancel', 'collect', 'collect', 'refundAll'),
      order: anyIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: oneOf('refundPart'),
      order: anyIndex,
      cents: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: oneOf('wait'), hours: fc.integer({ min: 1, max: 120 }) }) },
  // A server that stood still, or a clock that was wrong and is set right.
  {
    weight: 1,
    arbitrary: fc.record({
      do: oneOf('jump'),
      days: fc.oneof(fc.integer({ min: 20, max: 75 }), fc.integer({ min: -75, max: -1 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: oneOf('settle', 'settle', 'payByHand', 'send') }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('confirm', 'bounce'), payout: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('account'), person: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('switch'), partner: anyIndex, on: fc.boolean() }) },
);

export const anyMonth = fc.array(anyStep, { minLength: 15, maxLength: 45 });

export const pickAt = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];
