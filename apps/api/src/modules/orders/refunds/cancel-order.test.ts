import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  markEmailVerified,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../../../../test/support/consistency.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const REASON_BODY = { reason: 'The oven is broken.' };

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const cancelSellerOrder = (seller: TestUser, id: number) =>
  seller.call('cancelSellerOrder', { params: { id }, body: REASON_BODY });
const cancelSlot = (seller: TestUser, id: number) =>
  seller.call('cancelSlot', { params: { id }, body: REASON_BODY });
const slotOf = (orderId: number) =>
  api.db
    .selectFrom('pickup_slots')
    .innerJoin('orders', 'orders.slot_id', 'pickup_slots.id')
    .select(['pickup_slots.id', 'pickup_slots.quantity', 'pickup_slots.units_left', 'pickup_slots.closed'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
const stateOf = async ({ buyer, id }: { buyer: TestUser; id: number }) =>
  (await buyer.call('getOrder', { params: { id } })).data;

test('one order: full refund, its unit is gone, other orders are unchanged', async () => {
  const { seller, buyer, productId, id } = await createPaidOrder(api, { quantity: 3 });
  for (const user of [seller, buyer]) await markEmailVerified(api, user);
  const other = await buyProduct(await createTestUser(api), productId);
  const { data } = await cancelSellerOrder(seller, id);
  expect(data.state).toBe('cancelled_by_store');
  expect(await slotOf(id)).toMatchObject({ quantity: 2, units_left: 1, closed: false });
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);
  await cancelSellerOrder(seller, id);
  expect(await slotOf(id)).toMatchObject({ quantity: 2, units_left: 1 });
  expect((await slotOf(other.id)).quantity).toBe(2);

  await api.jobs.runDue();
  expect(await stateOf({ buyer, id })).toMatchObject({ refunded_cents: 399, pin: null });
  const mailSubjects = api.mails.filter(({ subject }) => subject.startsWith('Cancelled by the shop'));
  expect(mailSubjects).toHaveLength(1);
  expect(mailSubjects[0]).toMatchObject({
    to: buyer.email,
    text: expect.stringContaining('The oven is broken.'),
  });
  await expectAllSettled(api.db);
});

test('cancelled before its confirmation was sent: the buyer gets only the mail of the cancellation', async () => {
  const { buyer, id } = await createPaidOrder(api);
  await buyer.call('cancelOrder', { params: { id }, body: {} });
  await api.jobs.runDue();
  const received = api.mails.filter(({ to }) => to === buyer.email);
  expect(received.map(({ subject }) => subject)).toEqual([expect.stringContaining('Cancelled')]);
  expect(received[0]!.text).not.toContain('PIN');
});

test('requires a reason and two hours before the window', async () => {
  const { seller, id } = await createPaidOrder(api);
  const slot = await slotOf(id);
  const otherSlot = seller.call('cancelSellerOrder', { params: { id }, body: { reason: '  ' } });
  await expectApiError(otherSlot, 1, 'reason');
  api.clock.set('2026-11-20T15:30:00.001Z');
  await expectApiError(cancelSellerOrder(seller, id), 5);
  await expectApiError(cancelSlot(seller, slot.id), 5);
  api.clock.set('2026-11-20T15:30:00.000Z');
  expect((await cancelSlot(seller, slot.id)).data.cancelled).toBe(1);
  await api.jobs.runDue();
});

test('a slot: all buyers are refunded and notified, the slot is closed, the next one is on sale', async () => {
  const { seller, buyer, productId, id } = await createPaidOrder(api, { quantity: 3 });
  const second = await createTestUser(api);
  const other = await buyProduct(second, productId);
  const slot = await slotOf(id);
  expect((await cancelSlot(seller, slot.id)).data).toEqual({ id: slot.id, cancelled: 2 });
  expect((await cancelSlot(seller, slot.id)).data).toEqual({ id: slot.id, cancelled: 0 });
  expect(await slotOf(id)).toMatchObject({ quantity: 1, units_left: 1, closed: true });
  await api.jobs.runDue();
  expect(await stateOf({ buyer, id })).toMatchObject({ state: 'cancelled_by_store', refunded_cents: 399 });
  expect(await stateOf({ buyer: second, id: other.id })).toMatchObject({ state: 'cancelled_by_store' });
  expect(
    api.mails
      .filter(({ subject }) => subject.startsWith('Cancelled by'))
      .map(({ to }) => to)
      .sort(),
  ).toEqual([buyer.email, second.email].sort());
  // The next slot on sale is tomorrow's.
  const { data } = await buyer.call('getOffer', { params: { id: productId } });
  expect(data.pickup_start).toBe('2026-11-21T17:30:00.000Z');
  await expectAllSettled(api.db);
});

test('a payment in progress for the slot is refunded without an order', async () => {
  const { seller, productId, id } = await createPaidOrder(api, { quantity: 3 });
  const slot = await slotOf(id);
  const [paid, unpaid] = [await createTestUser(api), await createTestUser(api)];
  const { token, client_secret } = await startPayment(paid, productId);
  await startPayment(unpaid, productId);
  await paid.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await cancelSlot(seller, slot.id);
  await expectApiError(paid.call('completePayment', { body: { token } }), 5);
  await api.jobs.runDue();
  expect((await unpaid.call('listMyHolds')).data).toEqual([]);
  await expectAllSettled(api.db);
});

test('a slot is cancelled with the order of a payment that settles at this moment', async () => {
  const { seller, productId, id } = await createPaidOrder(api, { quantity: 3 });
  const { id: slotId } = await slotOf(id);
  const [buyer, partner] = [await createTestUser(api), await createTestUser(api)];
  await api.db.updateTable('users').set({ is_partner: true }).where('id', '=', partner.id).execute();
  await api.db.updateTable('users').set({ referred_by: partner.id }).where('id', '=', buyer.id).execute();
  const { token, client_secret } = await startPayment(buyer, productId);
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  // The settlement waits for the partner of its share, and the cancellation for the settlement.
  const isLocked = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const lock = api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', partner.id).forUpdate().execute();
    isLocked.resolve();
    await isReleased.promise;
  });
  await isLocked.promise;
  const settled = buyer.call('completePayment', { body: { token } });
  await waitUntilBlocked(api, 1, settled);
  const cancelled = cancelSlot(seller, slotId);
  await waitUntilBlocked(api, 2, settled, cancelled);
  isReleased.resolve();
  await lock;
  const order = (await settled).data.order;
  expect((await cancelled).data).toEqual({ id: slotId, cancelled: 2 });
  expect(await stateOf({ buyer, id: order.id })).toMatchObject({ state: 'cancelled_by_store' });
  expect(await slotOf(id)).toMatchObject({ quantity: 1, units_left: 1, closed: true });
  await api.jobs.runDue();
  // Each buyer is told once, although it was begun twice.
  expect(api.mails.filter(({ subject }) => subject.startsWith('Cancelled by the shop'))).toHaveLength(2);
  await expectAllSettled(api.db);
});

test('concurrent sales, cancellations and closing leave a consistent state', async () => {
  for (let round = 0; round < 5; round++) {
    const { seller, buyer, productId, id } = await createPaidOrder(api, { quantity: 7 });
    const slot = await slotOf(id);
    const buyers = await Promise.all(Array.from({ length: 4 }, () => createTestUser(api)));
    await Promise.all([
      ...buyers.map((buyer) => buyProduct(buyer, productId).catch(() => {})),
      buyer.call('cancelOrder', { params: { id }, body: {} }).catch(() => {}),
      cancelSlot(seller, slot.id),
      cancelSellerOrder(seller, id).catch(() => {}),
    ]);
    await expectConsistentData(api.db);
    await api.jobs.runDue();
    const { rows } = {
      rows: await api.db.selectFrom('orders').select('state').where('slot_id', '=', slot.id).execute(),
    };
    expect(rows.filter(({ state }) => state === 'paid')).toEqual([]);
  }
  await expectAllSettled(api.db);
});
