import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestUser } from '../../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { planRefund } from '../orders.rules.ts';
import { refundOrder } from './refund-order.ts';

const api = useTestApp();

/** An order of 3.99 EUR that was handed out; the seller's earning is 2.70 EUR. */
async function buyAndHandOut() {
  api.clock.set(FRIDAY_NOON);
  const all = await createPaidOrder(api);
  api.clock.set('2026-11-20T17:40:00.000Z');
  await handOutOrder(all.seller, all.id, all.pin);
  return all;
}

const refund = (orderId: number, total: number | 'all') =>
  runInTransaction(api.context, refundOrder, {
    orderId,
    refundedTotalCents: total,
    decidedBy: 'operator',
    reason: 'The bread was stale.',
  });

const expectRefusedRefund = (refund: Promise<number>, kind: string) =>
  expect(refund).rejects.toMatchObject({ kind });

async function loadBalances({ seller, buyer }: { seller: TestUser; buyer: TestUser }) {
  return {
    seller: await findBalance(api.db, { kind: 'seller', userId: seller.id }),
    buyer: await findBalance(api.db, { kind: 'buyer', userId: buyer.id }),
  };
}

const refundedOnCard = async (orderId: number) =>
  (
    await api.db
      .selectFrom('sandbox_intents')
      .innerJoin('payments', 'payments.provider_ref', 'sandbox_intents.ref')
      .innerJoin('orders', 'orders.payment_id', 'payments.id')
      .select('sandbox_intents.refunded_cents')
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).refunded_cents;

test('a partial refund reduces the seller’s earning alone', async () => {
  const { id, buyer, seller } = await buyAndHandOut();
  await api.jobs.runDue();
  const before = await findBalance(api.db, { kind: 'commission' });
  expect(await refund(id, 150)).toBe(150);
  expect(await loadBalances({ seller, buyer })).toEqual({ seller: -120, buyer: -150 });
  await api.jobs.runDue();
  expect(await loadBalances({ seller, buyer })).toEqual({ seller: -120, buyer: 0 });
  expect(await findBalance(api.db, { kind: 'commission' })).toBe(before);
  expect(await refundedOnCard(id)).toBe(150);
  const { data } = await buyer.call('getOrder', { params: { id } });
  expect(data).toMatchObject({ state: 'collected', refunded_cents: 150 });
  await expectAllSettled(api.db);
});

test('a repeated refund is made once, a higher total refunds the difference', async () => {
  const { id, buyer, seller } = await buyAndHandOut();
  const answers = await Promise.all([refund(id, 100), refund(id, 100)]);
  expect(answers.sort()).toEqual([0, 100]);
  await api.jobs.runDue();
  expect(await refund(id, 100)).toBe(0);
  expect(await refund(id, 270)).toBe(170);
  await api.jobs.runDue();
  expect(await refundedOnCard(id)).toBe(270);
  expect(await loadBalances({ seller, buyer })).toEqual({ seller: 0, buyer: 0 });
  await expectRefusedRefund(refund(id, 200), 'validation');
});

test('a full refund after a partial one reverses the sale to the last cent', async () => {
  const { id, buyer, seller } = await buyAndHandOut();
  await refund(id, 270);
  await refund(id, 'all');
  await expectConsistentData(api.db);
  await api.jobs.runDue();
  expect(await refundedOnCard(id)).toBe(399);
  expect(await loadBalances({ seller, buyer })).toEqual({ seller: 0, buyer: 0 });
  const { data } = await buyer.call('getOrder', { params: { id } });
  expect(data).toMatchObject({ state: 'refunded', refunded_cents: 399 });
  expect(await refund(id, 'all')).toBe(0);
  await expectRefusedRefund(refund(id, 100), 'conflict');
  await expectAllSettled(api.db);
});

test('amounts between earning and price, and refunds of a cancelled order, are refused', async () => {
  const { id } = await buyAndHandOut();
  await expectRefusedRefund(refund(id, 271), 'validation');
  await expectRefusedRefund(refund(id, 400), 'validation');
  const other = await (async () => {
    api.clock.set(FRIDAY_NOON);
    return createPaidOrder(api);
  })();
  await other.buyer.call('cancelOrder', { params: { id: other.id }, body: {} });
  expect(await refund(other.id, 'all')).toBe(0);
  await expectRefusedRefund(refund(other.id, 100), 'conflict');
  await expectRefusedRefund(refund(999_999, 'all'), 'notFound');
});

test('an unresponsive provider refunds exactly once', async () => {
  const { id } = await buyAndHandOut();
  const workingRefund = api.provider.refund;
  api.provider.refund = async (...keys) => {
    await workingRefund(...keys);
    throw new Error('the answer was lost');
  };
  await refund(id, 120);
  await api.jobs.runDue({ mayFail: true });
  api.provider.refund = workingRefund;
  api.clock.advance(MINUTE);
  await api.jobs.runScheduled('payments.retry-refunds');
  await api.jobs.runDue();
  expect(await refundedOnCard(id)).toBe(120);
  await expectAllSettled(api.db);
});

test('a plan never refunds a negative amount nor leaves a negative earning', () => {
  const cents = fc.integer({ min: 130, max: 5000 });
  fc.assert(
    fc.property(cents, fc.nat(), fc.nat({ max: 6000 }), (price, refundedBefore, total) => {
      const earning = price - 129;
      const order = {
        state: 'collected',
        quantity: 1,
        returned_quantity: 0,
        commission_cents: 129,
        price_cents: price,
        earning_cents: earning,
        refunded_cents: refundedBefore % (earning + 1),
        credit_cents: 0,
        discount_cents: 0,
        discount_payer: null,
      } as const;
      const plan = planRefund(order, total);
      if (plan === 'part') {
        expect(total).toBeGreaterThan(order.refunded_cents);
        expect(total).toBeLessThanOrEqual(earning);
      }
      if (plan === 'whole') expect(total).toBe(price);
      if (plan === 'done') expect(total).toBe(order.refunded_cents);
    }),
  );
});
