import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isLaterPayoutStatus,
  planTransfers,
  splitProviderPayout,
  type TransferLine,
} from './transfers.rules.ts';

const line = (orderId: number, dueCents: number, transferredCents: number, isRipe = true): TransferLine => ({
  orderId,
  dueCents,
  transferredCents,
  isRipe,
});

describe('what is moved', () => {
  test('a ripe earning is transferred, one that can still be reported is not', () => {
    const lines = [line(1, 270, 0), line(2, 270, 0, false)];
    expect(planTransfers({ lines, transfers: [], debtCents: 0 })).toEqual({
      nettings: [],
      transfers: [{ orderId: 1, cents: 270 }],
      reversals: [],
    });
  });

  test('a refund is deducted from what may be transferred, and only the rest is reversed', () => {
    const lines = [line(1, 0, 270), line(2, 100, 0)];
    const transfers = [{ id: 7, orderId: 1, leftCents: 270 }];
    expect(planTransfers({ lines, transfers, debtCents: 0 })).toEqual({
      nettings: [{ fromOrderId: 1, toOrderId: 2, cents: 100 }],
      transfers: [],
      reversals: [{ transferId: 7, orderId: 1, cents: 170 }],
    });
  });

  test('the transfer of the order is reversed before others', () => {
    const transfers = [
      { id: 9, orderId: 2, leftCents: 270 },
      { id: 7, orderId: 1, leftCents: 100 },
    ];
    const { reversals } = planTransfers({ lines: [line(1, 0, 270)], transfers, debtCents: 0 });
    expect(reversals).toEqual([
      { transferId: 7, orderId: 1, cents: 100 },
      { transferId: 9, orderId: 1, cents: 170 },
    ]);
  });

  test('what a former owner has too much is reversed from their account, and not deducted from the present ones', () => {
    const lines = [
      { ...line(1, 0, 270), isOfFormerOwner: true, formerCents: 270 },
      { ...line(2, 270, 0), isOfFormerOwner: true },
      line(3, 0, 50),
      line(4, 270, 0),
    ];
    const transfers = [
      { id: 9, orderId: 3, leftCents: 270 },
      { id: 7, orderId: 1, leftCents: 200, isFormer: true },
      { id: 6, orderId: 0, leftCents: 20, isFormer: true },
    ];
    expect(planTransfers({ lines, transfers, debtCents: 0 })).toEqual({
      nettings: [{ fromOrderId: 3, toOrderId: 4, cents: 50 }],
      transfers: [
        { orderId: 2, cents: 270 },
        { orderId: 4, cents: 220 },
      ],
      reversals: [
        { transferId: 7, orderId: 1, cents: 200 },
        { transferId: 6, orderId: 1, cents: 20 },
      ],
    });
  });

  test('what is owed by bank file is deducted and never reversed', () => {
    const plan = planTransfers({ lines: [line(1, 270, 0), line(2, 270, 0)], transfers: [], debtCents: 300 });
    expect(plan).toEqual({ nettings: [], transfers: [{ orderId: 2, cents: 240 }], reversals: [] });
    expect(planTransfers({ lines: [line(1, 270, 270)], transfers: [], debtCents: 300 }).reversals).toEqual(
      [],
    );
  });
});

test('nobody has more than is due after a plan, and nobody is owed what may be transferred', () => {
  const anyLine = fc.record({
    dueCents: fc.integer({ min: 0, max: 500 }),
    transferredCents: fc.integer({ min: 0, max: 500 }),
    isRipe: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), fc.integer({ min: 0, max: 700 }), (facts, debtCents) => {
      const lines = facts.map((fact, orderId) => ({ ...fact, orderId }));
      const transfers = lines
        .filter(({ transferredCents }) => transferredCents > 0)
        .map(({ orderId, transferredCents: leftCents }) => ({ id: orderId, orderId, leftCents }));
      const plan = planTransfers({ lines, transfers, debtCents });
      const after = new Map(lines.map(({ orderId, transferredCents }) => [orderId, transferredCents]));
      const add = (orderId: number | null, cents: number) =>
        after.set(orderId!, after.get(orderId!)! + cents);
      for (const { fromOrderId, toOrderId, cents } of plan.nettings) {
        add(fromOrderId, -cents);
        add(toOrderId, cents);
      }
      for (const { orderId, cents } of plan.transfers) add(orderId, cents);
      for (const { orderId, cents } of plan.reversals) add(orderId, -cents);
      for (const { orderId, dueCents } of lines) expect(after.get(orderId)).toBeLessThanOrEqual(dueCents);
      const missing = lines
        .filter(({ isRipe }) => isRipe)
        .reduce((sum, { orderId, dueCents }) => sum + dueCents - after.get(orderId)!, 0);
      expect(missing).toBeLessThanOrEqual(debtCents);
      // Nothing is taken back while something is transferred.
      expect(plan.transfers.length === 0 || plan.reversals.length === 0).toBe(true);
      const moved = (moves: readonly { cents: number }[]) => moves.reduce((sum, { cents }) => sum + cents, 0);
      expect(moved(plan.reversals)).toBeLessThanOrEqual(
        moved(transfers.map(({ leftCents }) => ({ cents: leftCents }))),
      );
    }),
  );
});

test('a payout is of sales first, then of shares', () => {
  expect(splitProviderPayout(300, { sellerCents: 200, partnerCents: 150 })).toEqual({
    sellerCents: 200,
    partnerCents: 100,
  });
  expect(splitProviderPayout(100, { sellerCents: -50, partnerCents: 150 })).toEqual({
    sellerCents: 0,
    partnerCents: 100,
  });
  // More than the books have stays visible.
  expect(splitProviderPayout(500, { sellerCents: 200, partnerCents: 150 })).toEqual({
    sellerCents: 350,
    partnerCents: 150,
  });
});

test('a bank may send back what was paid, and nothing leads back from there', () => {
  expect(isLaterPayoutStatus('failed', 'paid')).toBe(true);
  expect(isLaterPayoutStatus('paid', 'failed')).toBe(false);
  expect(isLaterPayoutStatus('pending', 'pending')).toBe(false);
});
