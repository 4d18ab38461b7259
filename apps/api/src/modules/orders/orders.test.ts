import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  type TestUser,
} from '../../../test/support/builders.ts';
import { findBalance } from '../../../test/support/consistency.ts';
import { createPaidOrder, handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../test/support/test-request.ts';
import { getBalances } from '../ledger/index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;

describe('the buyer', () => {
  test('gets an order with everything needed for the pickup', async () => {
    const { buyer, id, salePlaceId, productId } = await createPaidOrder(api);
    expect(await getOrder(buyer, id)).toMatchObject({
      id,
      state: 'paid',
      pin: expect.stringMatching(/^\d{4}$/),
      card: '4242',
      price: 3.99,
      price_cents: 399,
      old_price: 12,
      refunded_cents: 0,
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T17:30:00.000Z',
      pickup_end: '2026-11-20T19:00:00.000Z',
      cancel_until: '2026-11-20T15:30:00.000Z',
      created_at: FRIDAY_NOON,
      collected_at: null,
      product: {
        id: productId,
        name: 'Cesto de fim de tarde',
        photos: [{ path: expect.any(String), srcset: expect.any(String) }],
      },
      sale_place: { id: salePlaceId, name: 'Padaria Aurora', latitude: 38.7123, time_zone: 'Europe/Lisbon' },
    });
  });

  test('gets a mail in their language', async () => {
    const { buyer, id, pin } = await createPaidOrder(api);
    await api.jobs.runDue();
    const mail = api.mails.findLast(({ to }) => to === buyer.email)!;
    expect(mail.text).toContain(pin);
    expect(mail.text).toContain(`/orders/${id}`);
    expect(mail.text).toContain('Fri 20 Nov 17:30–19:00');
  });

  test.each([
    [
      'en',
      'Cancelling is free until Fri 20 Nov, 15:30.',
      `Receipt: order no. {id}, €3.99 paid on 20 November 2026 with card •• 4242.`,
    ],
    [
      'pt',
      'O cancelamento é grátis até sexta, 20/11, às 15:30.',
      `Comprovativo: pedido n.º {id}, 3,99 € pagos a 20 de novembro de 2026 com o cartão •• 4242.`,
    ],
    [
      'ru',
      'Отмена бесплатна до пятницы, 20 нояб., 15:30.',
      `Квитанция: заказ № {id}, оплачено 3,99 € картой •• 4242, 20 ноября 2026 г.`,
    ],
  ])(
    'reads in the mail where and until when, and what was paid: %s',
    async (language, cancelling, receipt) => {
      const { buyer, id } = await createPaidOrder(api);
      await api.db.updateTable('users').set({ language }).where('id', '=', buyer.id).execute();
      await api.jobs.runDue();
      const text = api.mails.findLast(({ to }) => to === buyer.email)!.text.replace(/[\u00a0\u202f]/g, ' ');
      expect(text).toContain('Padaria Aurora\nRua da Trindade 18');
      expect(text).toContain(cancelling);
      expect(text).toContain(receipt.replace('{id}', String(id)));
      expect(text).not.toContain('..');
    },
  );

  test('reads in a mail sent within the last two hours that cancelling is no longer free', async () => {
    api.clock.set('2026-11-20T16:00:00Z');
    const { buyer } = await createPaidOrder(api);
    await api.jobs.runDue();
    const { text } = api.mails.findLast(({ to }) => to === buyer.email)!;
    expect(text).toContain('The time for free cancelling is over.');
    expect(text).not.toContain('free until');
  });

  test('does not see the PIN after the hand-out', async () => {
    const { buyer, seller, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, id, pin);
    expect(await getOrder(buyer, id)).toMatchObject({
      state: 'collected',
      pin: null,
      collected_at: '2026-11-20T17:40:00.000Z',
    });
    const raw = await sendRequest(api, 'listOrders', { token: buyer.token });
    expect(raw.text).not.toContain(`"${pin}"`);
  });

  test('lists orders newest first, page by page, and only their own', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const createdIds: number[] = [];
    for (let i = 0; i < 5; i++) createdIds.unshift((await buyProduct(buyer, productId)).id);
    await buyProduct(await createTestUser(api), productId);
    const listedIds: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data, next_cursor } = await buyer.call('listOrders', { query: { limit: 2, cursor } });
      listedIds.push(...data.map(({ id }) => id));
      if (next_cursor === null) break;
      cursor = next_cursor;
      // A purchase between two requests does not shift the pages.
      if (listedIds.length === 2) await buyProduct(buyer, productId);
    }
    expect(listedIds).toEqual(createdIds);
  });

  test('gets the units collected and the savings of this year', async () => {
    const { productId, seller } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const orders = [
      await buyProduct(buyer, productId),
      await buyProduct(buyer, productId),
      await buyProduct(buyer, productId),
    ];
    const summary = async () => (await buyer.call('listOrders')).summary;
    expect(await summary()).toEqual({ packs: 0, saved_cents: 0 });
    api.clock.set('2026-11-20T17:40:00Z');
    for (const { id, pin } of orders.slice(0, 2)) await handOutOrder(seller, id, pin!);
    expect(await summary()).toEqual({ packs: 2, saved_cents: 2 * (1200 - 399) });
    api.clock.set('2027-01-01T12:00:00Z');
    expect(await summary()).toEqual({ packs: 0, saved_cents: 0 });
  });

  test('gets Russian texts in Russian', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const { data } = await api.client(buyer.token, 'ru')('getOrder', { params: { id } });
    expect(data.pickup).toBe('пт, 20 нояб. 17:30–19:00');
  });
});

test('does not find missing orders or those of others', async () => {
  const { id } = await createPaidOrder(api);
  const stranger = await createTestUser(api);
  await expectApiError(stranger.call('getOrder', { params: { id } }), 4);
  await expectApiError(stranger.call('getOrder', { params: { id: 1 } }), 4);
  expect((await injectRequest(api, 'GET', `/api/v1/orders/${id}`)).body.code).toBe(2);
});

/** A buyer with an order for this evening, 17:30–19:00. */
async function buyOrder() {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, salePlaceId: placeId } = await createProductOnSale(api, { quantity: 2 });
  const buyer = await createTestUser(api);
  return { seller, buyer, productId, placeId, order: await buyProduct(buyer, productId) };
}

const cancelOrder = (buyer: TestUser, id: number, reason?: string) =>
  buyer.call('cancelOrder', { params: { id }, body: { reason } });

async function buyAndHandOut() {
  const all = await buyOrder();
  api.clock.set('2026-11-20T17:40:00.000Z');
  const { id, pin } = all.order;
  await all.seller.call('handOut', { params: { id }, body: { pin: pin! } });
  return all;
}

test('cancelling two hours ahead refunds everything and returns the unit', async () => {
  const { seller, buyer, productId, order } = await buyOrder();
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);
  api.clock.set('2026-11-20T15:30:00.000Z');
  const { data } = await cancelOrder(buyer, order.id);
  expect(data).toMatchObject({
    state: 'cancelled_by_buyer',
    refunded_cents: 399,
    pin: null,
    can_cancel: 'no',
  });
  expect(await getAvailableQuantity(buyer, productId)).toBe(2);
  await api.jobs.runDue();
  expect(await findBalance(api.db, { kind: 'seller', userId: seller.id })).toBe(0);
  expect(await findBalance(api.db, { kind: 'buyer', userId: buyer.id })).toBe(0);
  expect(api.mails.findLast(({ to }) => to === buyer.email)?.subject).toContain('Cancelled');
  const intent = await api.db
    .selectFrom('sandbox_intents')
    .innerJoin('payments', 'payments.provider_ref', 'sandbox_intents.ref')
    .innerJoin('orders', 'orders.payment_id', 'payments.id')
    .select(['sandbox_intents.refunded_cents', 'payments.state'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(intent).toEqual({ refunded_cents: 399, state: 'refunded' });
});

test('cancelling twice, concurrently or later, takes effect once', async () => {
  const { buyer, productId, order } = await buyOrder();
  await Promise.all([cancelOrder(buyer, order.id), cancelOrder(buyer, order.id)]);
  await cancelOrder(buyer, order.id);
  expect(await getAvailableQuantity(buyer, productId)).toBe(2);
  await api.jobs.runDue();
  const sum = (await getBalances(api.db)).reduce((total, { cents }) => total + cents, 0);
  expect(sum).toBe(0);
});

test('within two hours a reason is required; from the start of the window it is too late', async () => {
  const { buyer, order } = await buyOrder();
  api.clock.set('2026-11-20T15:30:00.001Z');
  expect((await buyer.call('getOrder', { params: { id: order.id } })).data.can_cancel).toBe('with_reason');
  await expectApiError(cancelOrder(buyer, order.id), 1, 'reason');
  await expectApiError(cancelOrder(buyer, order.id, '   '), 1, 'reason');
  api.clock.set('2026-11-20T17:30:00.000Z');
  await expectApiError(cancelOrder(buyer, order.id, 'peanuts'), 5);
  api.clock.set('2026-11-20T17:29:59.999Z');
  expect((await cancelOrder(buyer, order.id, 'peanuts')).data.state).toBe('cancelled_by_buyer');
});

test('a collected order cannot be cancelled, nor a cancelled one handed out', async () => {
  const { buyer, order } = await buyAndHandOut();
  await expectApiError(cancelOrder(buyer, order.id, 'late'), 5);
  const other = await buyOrder();
  await cancelOrder(other.buyer, other.order.id);
  api.clock.set('2026-11-20T17:40:00.000Z');
  const handOut = other.seller.call('handOut', {
    params: { id: other.order.id },
    body: { pin: other.order.pin! },
  });
  await expectApiError(handOut, 5);
});
