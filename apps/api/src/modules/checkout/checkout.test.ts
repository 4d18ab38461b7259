import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  DECLINED_CARD,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { findBalance } from '../../../test/support/consistency.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const confirmCard = (buyer: TestUser, client_secret: string, card = GOOD_CARD) =>
  buyer.call('confirmSandboxPayment', { body: { client_secret, card } });

test('a declined card returns the unit at once, a valid one buys it', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  const first = await startPayment(buyer, productId);
  expect(await getAvailableQuantity(buyer, productId)).toBe(0);
  expect(await confirmCard(buyer, first.client_secret, DECLINED_CARD)).toMatchObject({
    status: 'failed',
    error: { code: 'card_declined' },
  });
  await expectApiError(buyer.call('completePayment', { body: { token: first.token } }), 6);
  await buyer.call('failPayment', {
    body: { token: first.token, code: 'card_declined', description: 'declined' },
  });
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);

  const order = await buyProduct(buyer, productId);
  expect(order).toMatchObject({
    state: 'paid',
    price: 3.99,
    card: '4242',
    pin: expect.stringMatching(/^\d{4}$/),
  });
  expect((await buyer.call('listOrders')).data.map(({ id }) => id)).toEqual([order.id]);
  expect(await findBalance(api.db, { kind: 'seller', userId: seller.id })).toBe(-270);
});

test('completing twice with a notice in between creates one order', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  await confirmCard(buyer, client_secret);
  const complete = () => buyer.call('completePayment', { body: { token } });
  const [firstReply, secondReply] = await Promise.all([complete(), complete()]);
  await api.jobs.runDue();
  const thirdReply = await complete();
  expect(new Set([firstReply, secondReply, thirdReply].map(({ data }) => data.order.id)).size).toBe(1);
  expect((await buyer.call('listOrders')).data).toHaveLength(1);
  expect(await getAvailableQuantity(buyer, productId)).toBe(2);
});

test('with a closed browser the provider’s notice settles the payment', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { client_secret } = await startPayment(buyer, productId);
  await confirmCard(buyer, client_secret);
  await api.jobs.runDue();
  expect((await buyer.call('listOrders')).data).toMatchObject([{ state: 'paid' }]);
  expect(api.mails.findLast(({ to }) => to === buyer.email)?.subject).toContain('Cesto');
});

test('an expired hold returns the unit, and is listed until then', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [buyer, other] = [await createTestUser(api), await createTestUser(api)];
  const { token, expires_at } = await startPayment(buyer, productId);
  expect(new Date(expires_at).getTime() - api.clock.now().getTime()).toBe(10 * MINUTE);
  await expectApiError(startPayment(other, productId), 5);
  expect((await buyer.call('listMyHolds')).data).toMatchObject([{ token, product_id: productId }]);

  api.clock.advance(11 * MINUTE);
  await api.jobs.runDue();
  expect(await getAvailableQuantity(other, productId)).toBe(1);
  expect((await buyer.call('listMyHolds')).data).toEqual([]);
  await expectApiError(buyer.call('completePayment', { body: { token } }), 6);
  await buyProduct(other, productId);
});

test('a second request for a slot returns the live hold; a third slot is refused', async () => {
  const shops = [
    await createProductOnSale(api),
    await createProductOnSale(api),
    await createProductOnSale(api),
  ];
  const buyer = await createTestUser(api, { isEmailVerified: true });
  const first = await startPayment(buyer, shops[0]!.productId);
  const again = await startPayment(buyer, shops[0]!.productId);
  expect(again).toEqual(first);
  expect(await getAvailableQuantity(buyer, shops[0]!.productId)).toBe(2);
  await startPayment(buyer, shops[1]!.productId);
  const error = await startPayment(buyer, shops[2]!.productId).catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ code: 7, status: 429, retryAfter: 600 });
  expect(await getAvailableQuantity(buyer, shops[2]!.productId)).toBe(3);
});

test('a payment after the hold ended buys a unit if one is left, else is refunded', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [lateBuyer, fastBuyer] = [await createTestUser(api), await createTestUser(api)];
  const lostPayment = await startPayment(lateBuyer, productId);
  await confirmCard(lateBuyer, lostPayment.client_secret);
  // The provider is unreachable when the hold expires, so the success of the payment is unknown.
  const { cancel, retrieve } = api.provider;
  api.provider.cancel = api.provider.retrieve = async () => {
    throw new Error('unreachable');
  };
  await expectApiError(lateBuyer.call('completePayment', { body: { token: lostPayment.token } }), 9);
  await lateBuyer.call('failPayment', { body: { token: lostPayment.token } });
  Object.assign(api.provider, { cancel, retrieve });

  await buyProduct(fastBuyer, productId);
  await expectApiError(lateBuyer.call('completePayment', { body: { token: lostPayment.token } }), 5);
  await api.jobs.runDue();
  expect((await lateBuyer.call('listOrders')).data).toEqual([]);
  expect(api.mails.findLast(({ to }) => to === lateBuyer.email)?.subject).toContain('back');
  expect(await findBalance(api.db, { kind: 'buyer', userId: lateBuyer.id })).toBe(0);
  await expectApiError(lateBuyer.call('completePayment', { body: { token: lostPayment.token } }), 5);
});

test('a payment that succeeded at the provider becomes an order although the browser saw it fail', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  await confirmCard(buyer, client_secret);
  await expectApiError(buyer.call('failPayment', { body: { token, code: 'network' } }), 5);
  expect((await buyer.call('completePayment', { body: { token } })).data.order.state).toBe('paid');
});

test('authentication is requested, refused, then approved', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  const card = { ...GOOD_CARD, number: '4000002500003155' };
  expect(await confirmCard(buyer, client_secret, card)).toEqual({ status: 'requires_action' });
  const authenticate = (approve: boolean) =>
    buyer.call('authenticateSandboxPayment', { body: { client_secret, approve } });
  expect(await authenticate(false)).toMatchObject({
    status: 'failed',
    error: { code: 'authentication_required' },
  });
  await confirmCard(buyer, client_secret, card);
  expect(await authenticate(true)).toEqual({ status: 'succeeded' });
  expect((await buyer.call('completePayment', { body: { token } })).data.order.card).toBe('3155');
});

test('a hundred concurrent buyers of seven units buy exactly seven', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 7 });
  const buyers = await Promise.all(Array.from({ length: 100 }, () => createTestUser(api)));
  const results = await Promise.allSettled(buyers.map((buyer) => buyProduct(buyer, productId)));
  const purchases = results.filter(({ status }) => status === 'fulfilled');
  expect(purchases).toHaveLength(7);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 5 });
  expect(await getAvailableQuantity(buyers[0]!, productId)).toBe(0);
});

test('a wrong amount, an own product, an unknown product and another user’s token are refused', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const initiatePayment = (amount: number | string, id: number | string) =>
    buyer.call('initiatePayment', { body: { amount, currency: 'EUR', productId: id } });
  await expectApiError(initiatePayment('2.99', productId), 1, 'amount');
  await expectApiError(initiatePayment('3.990001', productId), 1, 'amount');
  await expectApiError(initiatePayment(3.99, 999_999), 4);
  await expectApiError(startPayment(seller, productId), 3);
  const { token } = await initiatePayment('3.99', String(productId));
  const stranger = await createTestUser(api);
  await expectApiError(stranger.call('completePayment', { body: { token } }), 4);
  await expectApiError(stranger.call('failPayment', { body: { token } }), 4);
});

test('a hold ends on time by a job that is scheduled shortly before, one that is paid needs none', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 2 });
  const buyer = await createTestUser(api);
  const { token, expires_at } = await startPayment(buyer, productId);
  const { token: paidToken, client_secret } = await startPayment(await createTestUser(api), productId);
  const listExpiryJobs = async () => {
    const { rows } = await sql<{ token: string; start_after: Date }>`
      select token, start_after from pgboss.job join payments on payments.id = (data ->> 'paymentId')::int
      where name = 'checkout.expire-hold' and token in (${token}, ${paidToken})`.execute(api.db);
    return rows;
  };
  await api.jobs.runDue();
  expect(await listExpiryJobs()).toEqual([]);

  await confirmCard(buyer, client_secret);
  await api.jobs.runDue();
  api.clock.advance(8.5 * MINUTE);
  await api.jobs.runDue();
  expect(await listExpiryJobs()).toEqual([{ token, start_after: new Date(expires_at) }]);
  expect(await getAvailableQuantity(buyer, productId)).toBe(0);

  api.clock.set(expires_at);
  await api.jobs.runDue();
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);
});

test('a hold that is taken shortly before the end of its slot has its job at once', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  const { pickup_end: slotEnd } = (await buyer.call('getOffer', { params: { id: productId } })).data;
  api.clock.set(new Date(new Date(slotEnd!).getTime() - 1.5 * MINUTE).toISOString());
  const { expires_at } = await startPayment(buyer, productId);
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job where name = 'checkout.expire-hold'
    order by created_on desc limit 1`.execute(api.db);
  expect(rows).toEqual([{ start_after: new Date(expires_at) }]);
});
