import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectAllSettled } from '../../../../test/support/consistency.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { countOpenRefunds } from '../../../platform/observability/metrics.queries.ts';
import { refundOrder } from '../../orders/index.ts';

const HOUR = 60 * MINUTE;
const api = useTestApp();
/** References of payments whose refund the provider refuses, with the number of attempts. */
const refused = new Set<string>();
const requestCounts = new Map<string, number>();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.context.config.operator.email = 'operator@wopack.example';
  api.mails.length = 0;
  refused.clear();
  requestCounts.clear();
  const { refund } = api.provider;
  api.provider.refund = async (ref, ...args) => {
    requestCounts.set(ref, (requestCounts.get(ref) ?? 0) + 1);
    if (refused.has(ref)) throw new Error('the card was closed');
    return refund(ref, ...args);
  };
  return () => {
    api.provider.refund = refund;
  };
});
afterEach(async () => {
  refused.clear();
  api.clock.advance(25 * HOUR);
  await api.jobs.runScheduled('payments.retry-refunds');
});

async function bought() {
  const { buyer, id } = await createPaidOrder(api);
  const payment = await api.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['payments.id', 'payments.provider_ref'])
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow();
  return { buyer, orderId: id, paymentId: payment.id, ref: payment.provider_ref! };
}

const cancel = ({ buyer, orderId }: Awaited<ReturnType<typeof bought>>) =>
  buyer.call('cancelOrder', { params: { id: orderId }, body: {} });

const paymentOf = (id: number) =>
  api.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Advances the clock in steps; after each the sweep and the due jobs run. */
async function pass(ms: number, step = MINUTE): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    api.clock.advance(step);
    await api.jobs.runScheduled('payments.retry-refunds').catch(() => {});
    await api.jobs.runDue({ mayFail: true });
  }
}

const alarms = () => api.mails.filter(({ to }) => to === 'operator@wopack.example');

/** Sends the payment's refund again, as an operator with the right. */
async function repeatByOperator(paymentId: number): Promise<void> {
  const { id } = await api.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const finance = await createTestOperator(api, 'finance');
  await finance.call('repeatRefund', { params: { id }, body: { reason: 'The card is open again.' } });
}

test('a refused refund follows one schedule and does not block others', async () => {
  const [stuck, fine] = [await bought(), await bought()];
  refused.add(stuck.ref);
  await cancel(stuck);
  await cancel(fine);
  await api.jobs.runDue({ mayFail: true });
  expect((await paymentOf(fine.paymentId)).state).toBe('refunded');
  // At once, then after half a minute, 2, 10 and 30 minutes, and 2 hours.
  await pass(HOUR);
  expect(requestCounts.get(stuck.ref)).toBe(5);
  await pass(3 * HOUR, 5 * MINUTE);
  expect(requestCounts.get(stuck.ref)).toBe(6);
  expect(requestCounts.get(fine.ref)).toBe(1);
  await pass(6 * HOUR, HOUR);
  expect(requestCounts.get(stuck.ref)).toBe(7);
});

test('concurrent processes make one attempt', async () => {
  const stuck = await bought();
  refused.add(stuck.ref);
  await cancel(stuck);
  const sweeps = Array.from({ length: 5 }, () =>
    api.jobs.runScheduled('payments.retry-refunds').catch(() => {}),
  );
  await Promise.all([...sweeps, api.jobs.runDue({ mayFail: true })]);
  expect(requestCounts.get(stuck.ref)).toBe(1);
});

test('a refund that stays refused raises one alert, is counted and can be retried by the operator', async () => {
  const stuck = await bought();
  refused.add(stuck.ref);
  await cancel(stuck);
  await api.jobs.runDue({ mayFail: true });
  await pass(30 * MINUTE);
  expect(alarms()).toEqual([]);
  await pass(4 * HOUR, 2 * MINUTE);
  expect(alarms()).toMatchObject([
    {
      text: expect.stringMatching(new RegExp(`payment ${stuck.paymentId}: 3\\.99 EUR.* the card was closed`)),
    },
  ]);
  await pass(12 * HOUR, HOUR);
  expect(alarms()).toHaveLength(1);
  expect(await countOpenRefunds(api.db)).toEqual({ stuck: 1, failed: 0 });
  expect(api.logs).toContainEqual(
    expect.objectContaining({
      payment_id: stuck.paymentId,
      amount_cents: 399,
      attempts: 6,
      msg: 'refund refused',
      err: expect.objectContaining({ message: 'the card was closed', stack: expect.any(String) }),
    }),
  );

  refused.clear();
  await repeatByOperator(stuck.paymentId);
  await api.jobs.runDue();
  expect(await countOpenRefunds(api.db)).toEqual({ stuck: 0, failed: 0 });
  expect((await paymentOf(stuck.paymentId)).state).toBe('refunded');
  await expectAllSettled(api.db);
});

test('a partial refund follows the same schedule', async () => {
  const stuck = await bought();
  refused.add(stuck.ref);
  const refund = {
    orderId: stuck.orderId,
    refundedTotalCents: 120,
    decidedBy: 'operator',
    reason: 'stale',
  } as const;
  await runInTransaction(api.context, refundOrder, refund);
  await api.jobs.runDue({ mayFail: true });
  await pass(4 * HOUR, 2 * MINUTE);
  expect(requestCounts.get(stuck.ref)).toBe(6);
  expect(alarms()).toMatchObject([{ text: expect.stringContaining(`payment ${stuck.paymentId}: 1.20 EUR`) }]);
  refused.clear();
  await repeatByOperator(stuck.paymentId);
  await api.jobs.runDue();
  await pass(24 * HOUR, HOUR);
  expect(requestCounts.get(stuck.ref)).toBe(7);
  await expectAllSettled(api.db);
});
