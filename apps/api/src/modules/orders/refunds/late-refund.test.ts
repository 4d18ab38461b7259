import { beforeEach, expect, test } from 'vitest';
import {
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  markEmailVerified,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const REASON_BODY = { reason: 'The oven is broken.' };
const BEFORE_WINDOW = '2026-11-20T16:30:00.000Z';
const IN_WINDOW = '2026-11-20T17:40:00.000Z';

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const refundOrder = (seller: TestUser, id: number) =>
  seller.call('refundSellerOrder', { params: { id }, body: REASON_BODY });
const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;
const listRefunds = (orderId: number) =>
  api.db
    .selectFrom('order_refunds')
    .select(['total_cents', 'decided_by', 'is_late_cancellation'])
    .where('order_id', '=', orderId)
    .orderBy('total_cents')
    .execute();
const LATE_REFUND = { total_cents: 399, decided_by: 'seller', is_late_cancellation: true };

/** Runs both calls with the order locked, so that the first gets the lock before the second. */
async function runInOrder<A, B>(orderId: number, first: () => Promise<A>, second: () => Promise<B>) {
  const isLocked = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const lock = api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
    isLocked.resolve();
    await isReleased.promise;
  });
  await isLocked.promise;
  const a = first();
  await waitUntilBlocked(api, 1, a);
  const b = second();
  await waitUntilBlocked(api, 2, a, b);
  isReleased.resolve();
  await lock;
  return Promise.allSettled([a, b]);
}

test('gives everything back, tells the buyer at once and is recorded as a late cancellation', async () => {
  const { seller, buyer, productId, id } = await createPaidOrder(api, { quantity: 3 });
  for (const user of [seller, buyer]) await markEmailVerified(api, user);
  api.clock.set(BEFORE_WINDOW);
  expect((await seller.call('listSellerOrders')).data).toMatchObject([
    { can_cancel: false, can_refund: true },
  ]);
  const available = await getAvailableQuantity(buyer, productId);
  const { data } = await refundOrder(seller, id);
  expect(data).toMatchObject({ state: 'refunded', can_refund: false, can_hand_out: false });
  expect(await refundOrder(seller, id)).toEqual({ data });
  expect(await listRefunds(id)).toEqual([LATE_REFUND]);
  expect(await getAvailableQuantity(buyer, productId)).toBe(available);
  const week = await seller.call('getSellerWeek', { query: { sale_place_id: data.sale_place.id } });
  expect(week.data.packs[0]!.days[0]!.slot).toMatchObject({ quantity: 3, sold: 0, held: 0, left: 2 });
  await api.jobs.runDue();
  expect(await getOrder(buyer, id)).toMatchObject({
    state: 'refunded',
    refunded_cents: 399,
    pin: null,
    cancel_reason: 'The oven is broken.',
  });
  const received = api.mails.filter(
    ({ to, subject }) => to === buyer.email && subject.startsWith('Refunded by'),
  );
  expect(received).toHaveLength(1);
  expect(received[0]!.text).toContain('The oven is broken.');
  expect(received[0]!.text).toContain('€3.99');
  expect(await findBalance(api.db, { kind: 'seller', userId: seller.id })).toBe(0);
  await expectAllSettled(api.db);
});

test.each([
  ['2026-11-20T15:30:00.000Z', false],
  ['2026-11-20T15:30:00.001Z', true],
  ['2026-11-20T19:00:00.000Z', true],
  ['2026-11-20T19:00:00.001Z', false],
])('at %s: %s', async (time, isAllowed) => {
  const { seller, id } = await createPaidOrder(api);
  api.clock.set(time);
  expect((await seller.call('listSellerOrders')).data).toMatchObject([{ can_refund: isAllowed }]);
  if (isAllowed) await refundOrder(seller, id);
  else await expectApiError(refundOrder(seller, id), 5);
  expect(await listRefunds(id)).toEqual(isAllowed ? [LATE_REFUND] : []);
  await api.jobs.runDue();
});

test('needs a reason, and the order is the seller’s own', async () => {
  const { seller, id } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  const blank = seller.call('refundSellerOrder', { params: { id }, body: { reason: ' ' } });
  await expectApiError(blank, 1, 'reason');
  await expectApiError(refundOrder(await createTestUser(api, { isSeller: true }), id), 4);
  expect(await listRefunds(id)).toEqual([]);
});

test.each(['hand-out', 'refund'])('together with a hand-out, the %s first', async (first) => {
  const { seller, buyer, id, pin } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  const handOut = () => handOutOrder(seller, id, pin);
  const refund = () => refundOrder(seller, id);
  const [a, b] =
    first === 'refund' ? await runInOrder(id, refund, handOut) : await runInOrder(id, handOut, refund);
  expect(a.status).toBe('fulfilled');
  expect(b).toMatchObject({ status: 'rejected', reason: { code: 5 } });
  expect((await getOrder(buyer, id)).state).toBe(first === 'refund' ? 'refunded' : 'collected');
  expect(await listRefunds(id)).toEqual(first === 'refund' ? [LATE_REFUND] : []);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test.each(['cancellation', 'refund'])(
  'together with the buyer’s cancellation, the %s first',
  async (first) => {
    const { seller, buyer, id } = await createPaidOrder(api);
    api.clock.set(BEFORE_WINDOW);
    const cancel = () => buyer.call('cancelOrder', { params: { id }, body: { reason: 'Nuts.' } });
    const refund = () => refundOrder(seller, id);
    const [a, b] =
      first === 'refund' ? await runInOrder(id, refund, cancel) : await runInOrder(id, cancel, refund);
    expect(a.status).toBe('fulfilled');
    expect(b).toMatchObject({ status: 'rejected', reason: { code: 5 } });
    expect(await getOrder(buyer, id)).toMatchObject({
      state: first === 'refund' ? 'refunded' : 'cancelled_by_buyer',
      refunded_cents: 399,
    });
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  },
);

test.each(['report', 'refund'])('together with a report, the %s first', async (first) => {
  const { seller, buyer, id } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  const report = () =>
    buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.', wish: 'refund' } });
  const refund = () => refundOrder(seller, id);
  const [a, b] =
    first === 'refund' ? await runInOrder(id, refund, report) : await runInOrder(id, report, refund);
  expect(a.status).toBe('fulfilled');
  expect(b.status).toBe(first === 'refund' ? 'rejected' : 'fulfilled');
  // A report that waited is answered by the reason: nobody decides on money that went back.
  const { report: sent } = await getOrder(buyer, id);
  if (first === 'refund') expect(sent).toBeNull();
  else expect(sent).toMatchObject({ wish: 'refund', answer: 'The oven is broken.', answered_by: 'seller' });
  expect((await seller.call('getSellerTaskCounts')).data).toMatchObject({ to_hand_out: 0, reports: 0 });
  expect(await listRefunds(id)).toEqual([LATE_REFUND]);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test('a report that is answered keeps its answer and its part of the money', async () => {
  const { seller, buyer, id } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  await buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.', wish: 'part' } });
  const answer = { answer: 'Desculpa.', refunded_cents: 100 };
  await seller.call('answerReport', { params: { id }, body: answer });
  await refundOrder(seller, id);
  expect(await getOrder(buyer, id)).toMatchObject({
    state: 'refunded',
    refunded_cents: 399,
    report: { wish: 'part', answer: 'Desculpa.' },
  });
  expect(await listRefunds(id)).toEqual([
    { total_cents: 100, decided_by: 'seller', is_late_cancellation: false },
    LATE_REFUND,
  ]);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test('twice at the same moment refunds once', async () => {
  const { seller, id } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  const [a, b] = await runInOrder(
    id,
    () => refundOrder(seller, id),
    () => refundOrder(seller, id),
  );
  expect([a.status, b.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(await listRefunds(id)).toEqual([LATE_REFUND]);
  await api.jobs.runDue();
  expect(api.mails.filter(({ subject }) => subject.startsWith('Refunded by'))).toHaveLength(1);
  await expectAllSettled(api.db);
});

test('concurrent with everything that ends an order, money goes back at most once', async () => {
  for (let round = 0; round < 4; round++) {
    const { seller, buyer, id, pin } = await createPaidOrder(api);
    api.clock.set(round % 2 ? IN_WINDOW : BEFORE_WINDOW);
    await Promise.allSettled([
      refundOrder(seller, id),
      handOutOrder(seller, id, pin),
      buyer.call('cancelOrder', { params: { id }, body: { reason: 'Nuts.' } }),
      buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.' } }),
      refundOrder(seller, id),
    ]);
    await expectConsistentData(api.db);
    await api.jobs.runDue();
    expect((await listRefunds(id)).length).toBeLessThanOrEqual(1);
    api.clock.set(FRIDAY_NOON);
  }
  await expectAllSettled(api.db);
});

test('waits for a dispute that is lost at this moment, and refuses', async () => {
  const { seller, buyer, id } = await createPaidOrder(api);
  api.clock.set(IN_WINDOW);
  const isLocked = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const losing = api.db.transaction().execute(async (trx) => {
    const { payment_id } = await trx
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const at = api.clock.now();
    const dispute = { reason: 'fraudulent', status: 'lost', opened_at: at, checked_at: at } as const;
    await trx
      .insertInto('disputes')
      .values({ payment_id, provider_ref: `dp_late_${id}`, amount_cents: 399, ...dispute })
      .execute();
    isLocked.resolve();
    await isReleased.promise;
  });
  await isLocked.promise;
  const call = refundOrder(seller, id);
  await waitUntilBlocked(api, 1, call);
  isReleased.resolve();
  await losing;
  await expectApiError(call, 5);
  expect(await getOrder(buyer, id)).toMatchObject({ state: 'paid', refunded_cents: 0 });
  expect((await seller.call('listSellerOrders')).data).toMatchObject([{ can_refund: false }]);
});
