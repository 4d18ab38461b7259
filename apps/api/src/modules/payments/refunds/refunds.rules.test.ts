import type { RefundState } from '@wopack/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assignTransfer,
  computeRemainders,
  getReturnedCents,
  isDone,
  isInForce,
  planLostDispute,
  planStates,
  type RefundFacts,
  type TransferFacts,
} from './refunds.rules.ts';

const refund = (id: number, amountCents: number, state: RefundState = 'queued'): RefundFacts => ({
  id,
  amountCents,
  state,
});
const transfer = (
  refundId: number,
  amountCents: number,
  change: Partial<TransferFacts> = {},
): TransferFacts => ({
  refundId,
  amountCents,
  way: 'provider',
  status: 'succeeded',
  ...change,
});
const NOTHING_FAILED = { failedIds: new Set<number>(), isBlocked: false };

test.each<[string, RefundFacts[], TransferFacts[], Partial<typeof NOTHING_FAILED>, RefundState[]]>([
  ['nothing sent', [refund(1, 399)], [], {}, ['queued']],
  ['a dispute is open', [refund(1, 399)], [], { isBlocked: true }, ['waiting']],
  ['the dispute is over', [refund(1, 399, 'waiting')], [], {}, ['queued']],
  ['the provider has it', [refund(1, 399)], [transfer(1, 399, { status: 'pending' })], {}, ['sent']],
  ['a part of it', [refund(1, 399)], [transfer(1, 100)], {}, ['queued']],
  ['it came back', [refund(1, 399, 'sent')], [transfer(1, 399, { status: 'failed' })], {}, ['failed']],
  [
    'it was sent again',
    [refund(1, 399, 'queued')],
    [transfer(1, 399, { status: 'failed' }), transfer(1, 399)],
    {},
    ['sent'],
  ],
  ['it is being sent again', [refund(1, 399)], [transfer(1, 399, { status: 'failed' })], {}, ['queued']],
  ['it was refused', [refund(1, 399, 'refused')], [], { isBlocked: true }, ['refused']],
  ['paid by the operator', [refund(1, 399, 'failed')], [transfer(1, 399, { way: 'bank' })], {}, ['settled']],
  [
    'the bank gave all back',
    [refund(1, 120, 'waiting'), refund(2, 279, 'waiting')],
    [transfer(2, 399, { way: 'dispute' })],
    {},
    ['disputed', 'disputed'],
  ],
])('%s', (_, refunds, transfers, change, states) => {
  const plan = planStates(refunds, transfers, { ...NOTHING_FAILED, ...change });
  expect(refunds.map(({ id }) => plan.get(id))).toEqual(states);
});

test.each([
  ['equal to one that waits', [refund(1, 120), refund(2, 50)], 50, 2],
  ['of another amount', [refund(1, 120)], 50, null],
  ['a part while the whole goes back', [refund(1, 120), refund(2, 279)], 100, 2],
  ['nothing is due', [], 100, null],
] as const)('a refund on the provider’s pages, %s', (_, refunds, amountCents, refundId) => {
  expect(assignTransfer(refunds, [], { amountCents, paymentCents: 399 })).toBe(refundId);
});

test.each([
  ['nothing went back', [], [], { coveredCents: 0, additionalCents: 399 }],
  ['all is due', [refund(1, 399)], [], { coveredCents: 399, additionalCents: 0 }],
  ['a part is due', [refund(1, 120)], [], { coveredCents: 120, additionalCents: 279 }],
  ['all went back', [refund(1, 399)], [transfer(1, 399)], { coveredCents: 0, additionalCents: 0 }],
  ['a part went back', [refund(1, 120)], [transfer(1, 120)], { coveredCents: 0, additionalCents: 279 }],
] as const)('a lost dispute, %s', (_, refunds, transfers, plan) => {
  expect(planLostDispute({ lostCents: 399, refunds, transfers, paymentCents: 399 })).toEqual(plan);
});

const anyRefunds = fc
  .uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 4 }), amountCents: fc.integer({ min: 1, max: 100 }) }),
    {
      selector: ({ id }) => id,
      minLength: 1,
    },
  )
  .map((refunds) => refunds.map(({ id, amountCents }) => refund(id, amountCents)));
const anyTransfers = (refunds: readonly RefundFacts[]) =>
  fc.array(
    fc.record({
      refundId: fc.constantFrom(...refunds.map(({ id }) => id)),
      amountCents: fc.integer({ min: 1, max: 150 }),
      way: fc.constantFrom('provider' as const, 'dispute' as const, 'bank' as const),
      status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
    }),
    { maxLength: 5 },
  );
const anyRecords = anyRefunds.chain((refunds) => fc.tuple(fc.constant(refunds), anyTransfers(refunds)));
const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, cents) => total + cents, 0);

test('what is left to send is what is due less what went back, never less than nothing', () => {
  fc.assert(
    fc.property(anyRecords, ([refunds, transfers]) => {
      const remainders = computeRemainders(refunds, transfers);
      const backCents = sum(transfers.filter(isInForce).map(({ amountCents }) => amountCents));
      const dueCents = sum(refunds.map(({ amountCents }) => amountCents));
      expect(sum(remainders.values())).toBe(Math.max(dueCents - backCents, 0));
      for (const { id, amountCents } of refunds) {
        expect(remainders.get(id)).toBeGreaterThanOrEqual(0);
        expect(remainders.get(id)).toBeLessThanOrEqual(amountCents);
      }
    }),
  );
});

test('states do not depend on the order of reports, and a second report changes nothing', () => {
  fc.assert(
    fc.property(anyRecords, fc.boolean(), ([refunds, transfers], isBlocked) => {
      const plan = planStates(refunds, transfers, { ...NOTHING_FAILED, isBlocked });
      const backwards = planStates(refunds.toReversed(), transfers, { ...NOTHING_FAILED, isBlocked });
      for (const { id } of refunds) {
        expect(backwards.get(id)).toBe(plan.get(id));
        expect(isDone(plan.get(id)!)).toBe(computeRemainders(refunds, transfers).get(id) === 0);
      }
      const again = planStates(
        refunds.map((row) => ({ ...row, state: plan.get(row.id)! })),
        transfers,
        { ...NOTHING_FAILED, isBlocked },
      );
      expect([...again]).toEqual([...plan]);
    }),
  );
});

test('a lost dispute gives back no more than the bank took, and never more than was paid', () => {
  fc.assert(
    fc.property(anyRecords, fc.integer({ min: 1, max: 500 }), ([refunds, transfers], lostCents) => {
      const dueCents = sum(refunds.map(({ amountCents }) => amountCents));
      const paymentCents = dueCents + 50;
      const plan = planLostDispute({ lostCents, refunds, transfers, paymentCents });
      expect(plan.coveredCents + plan.additionalCents).toBeLessThanOrEqual(lostCents);
      expect(dueCents + plan.additionalCents).toBeLessThanOrEqual(paymentCents);
      expect(plan.coveredCents).toBeLessThanOrEqual(sum(computeRemainders(refunds, transfers).values()));
    }),
  );
});

test('what a bank gave back is there as long as it is withdrawn, and not after it decided otherwise', () => {
  const give = (status: string, isClosed: boolean, withdrawnCents: number) =>
    getReturnedCents({ status, isClosed, withdrawnCents }, 399);
  expect(give('lost', true, 399)).toBe(399);
  expect(give('won', true, 0)).toBe(0);
  // Decided, and the money is not back yet.
  expect(give('won', true, 399)).toBe(0);
  expect(give('under_review', false, 399)).toBe(399);
  expect(give('lost', true, 100)).toBe(100);
});
