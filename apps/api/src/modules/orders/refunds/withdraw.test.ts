import { MINUTE_MS, withdrawalDeadline } from '@wopack/domain';
import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const WINDOW_END = new Date('2026-11-20T19:00:00Z');

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

/** A pack that keeps, by the seller's form, and who bought it. */
async function createOrder() {
  const productOnSale = await createProductOnSale(api, { quantity: 3 });
  const { seller, productId } = productOnSale;
  const { data } = await seller.call('getMyProduct', { params: { id: productId } });
  const { name, description, price, sale_place_id, photos, categories } = data;
  expect(data.keeps).toBeUndefined();
  await seller.call('saveProduct', {
    body: {
      ...{ id: productId, sale_place_id, name, description, price, keeps: true },
      ...{ photo: photos.map(({ path }) => path), categories: categories.map(({ id }) => id) },
    },
  });
  const buyer = await createTestUser(api, { name: 'Marta Salgado' });
  const { id, pin } = await buyProduct(buyer, productId);
  return { seller, buyer, productId, id, pin: pin! };
}

const withdraw = (buyer: TestUser, id: number) => buyer.call('withdrawFromOrder', { params: { id } });
const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;
const sellerBalance = ({ id }: TestUser) => findBalance(api.db, { kind: 'seller', userId: id });
const listMails = ({ email }: TestUser) => api.mails.filter(({ to }) => to === email);

test('an order that is cancelled or refunded already says so, not that it is too late', async () => {
  const { buyer, id } = await createOrder();
  await buyer.call('cancelOrder', { params: { id }, body: null });
  await expect(withdraw(buyer, id)).rejects.toMatchObject({
    code: 5,
    message: 'This order is cancelled or refunded already.',
  });
});

test('before the pickup: all goes back, the unit is on sale again, and the receipt quotes the statement', async () => {
  const { seller, buyer, productId, id } = await createOrder();
  const left = await getAvailableQuantity(buyer, productId);
  expect(await getOrder(buyer, id)).toMatchObject({ withdrawal: { can_withdraw: true, withdrawn_at: null } });
  const { data } = await withdraw(buyer, id);
  expect(data).toMatchObject({
    state: 'cancelled_by_buyer',
    refunded_cents: 399,
    withdrawal: { can_withdraw: false, withdrawn_at: api.clock.now().toISOString() },
  });
  expect((await withdraw(buyer, id)).data.withdrawal).toEqual(data.withdrawal);
  await expect(
    buyer.call('reportOrder', { params: { id }, body: { text: 'Too little in it.' } }),
  ).rejects.toMatchObject({
    message: 'This order was cancelled or refunded: there is nothing to report any more.',
  });
  await api.jobs.runDue();
  expect(await getAvailableQuantity(buyer, productId)).toBe(left + 1);
  const receipts = listMails(buyer).filter(({ subject }) => subject.startsWith('Receipt of your withdrawal'));
  expect(receipts).toHaveLength(1);
  const { text } = receipts[0]!;
  for (const part of [
    'I, Marta Salgado, withdraw from the contract',
    `order no. ${id}`,
    '20 November 2026',
    buyer.email,
  ])
    expect(text).toContain(part);
  expect(await sellerBalance(seller)).toBe(0);
  await expectAllSettled(api.db);
  await expectConsistentData(api.db);
});

test('answers the report that waits, so that nobody decides on money that went back', async () => {
  const { seller, buyer, id } = await createOrder();
  const { pickup_start: start } = await getOrder(buyer, id);
  api.clock.set(new Date(Date.parse(start) + MINUTE_MS).toISOString());
  await buyer.call('reportOrder', { params: { id }, body: { text: 'The shop is closed.' } });
  const countWaiting = async () => (await seller.call('getSellerTaskCounts')).data.reports;
  expect(await countWaiting()).toBe(1);
  await withdraw(buyer, id);
  expect(await countWaiting()).toBe(0);
  expect((await getOrder(buyer, id)).report).toMatchObject({ answered_by: 'operator' });
});

test('after the hand-out: the shop bears it, is told, and its sales show it', async () => {
  const { seller, buyer, id, pin } = await createOrder();
  api.clock.set('2026-11-20T17:40:00Z');
  await handOutOrder(seller, id, pin);
  api.clock.set('2026-12-03T12:00:00Z');
  const { data } = await withdraw(buyer, id);
  expect(data).toMatchObject({ state: 'refunded', refunded_cents: 399 });
  await api.jobs.runDue();
  const { data: orders } = await seller.call('listSellerOrders', { query: { when: 'past' } });
  expect(orders.find((order) => order.id === id)).toMatchObject({ withdrawn_at: '2026-12-03T12:00:00.000Z' });
  expect(await sellerBalance(seller)).toBe(0);
  const refunds = await api.db
    .selectFrom('order_refunds')
    .select('decided_by')
    .where('order_id', '=', id)
    .execute();
  expect(refunds).toEqual([{ decided_by: 'buyer' }]);
  await expectAllSettled(api.db);
  await expectConsistentData(api.db);
});

test('is over when 14 days have passed, and another buyer’s order is not theirs', async () => {
  const { buyer, id } = await createOrder();
  api.clock.set(withdrawalDeadline(WINDOW_END).toISOString());
  expect((await getOrder(buyer, id)).withdrawal).toMatchObject({ can_withdraw: true });
  await expectApiError(withdraw(await createTestUser(api), id), 4);
  api.clock.set(new Date(withdrawalDeadline(WINDOW_END).getTime() + 1).toISOString());
  expect((await getOrder(buyer, id)).withdrawal).toMatchObject({ can_withdraw: false });
  await expectApiError(withdraw(buyer, id), 5);
});

test('food that spoils has no such right, as it is with the specified calls', async () => {
  const { buyer, id } = await createPaidOrder(api);
  expect(await getOrder(buyer, id)).not.toHaveProperty('withdrawal');
  await expectApiError(withdraw(buyer, id), 5);
});

test('the earning counts when it can no longer be withdrawn from', async () => {
  const effectiveAt = async (id: number) =>
    (
      await api.db
        .selectFrom('ledger_transactions')
        .select('effective_at')
        .where('order_id', '=', id)
        .where('kind', '=', 'sale')
        .executeTakeFirstOrThrow()
    ).effective_at;
  expect(await effectiveAt((await createOrder()).id)).toEqual(withdrawalDeadline(WINDOW_END));
  expect(await effectiveAt((await createPaidOrder(api)).id)).toEqual(new Date('2026-11-22T19:00:00Z'));
});

test('a pack set aside as one that keeps is one, whatever its seller says while it is paid', async () => {
  const { seller, productId } = await createOrder();
  const buyer = await createTestUser(api);
  const { client_secret: secret, token } = await startPayment(buyer, productId);
  const { data } = await seller.call('getMyProduct', { params: { id: productId } });
  const { name, description, price, sale_place_id, photos, categories } = data;
  await seller.call('saveProduct', {
    body: {
      ...{ id: productId, sale_place_id, name, description, price, keeps: false },
      ...{ photo: photos.map(({ path }) => path), categories: categories.map(({ id }) => id) },
    },
  });
  await buyer.call('confirmSandboxPayment', { body: { client_secret: secret, card: GOOD_CARD } });
  const { order } = (await buyer.call('completePayment', { body: { token } })).data;
  expect((await withdraw(buyer, order.id)).data.state).toBe('cancelled_by_buyer');
  const later = await buyProduct(await createTestUser(api), productId);
  expect(later.withdrawal).toBeUndefined();
});
