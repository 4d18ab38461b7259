import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createPaidOrder, handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;

describe('the buyer', () => {
  test('has a ticket with all it takes to collect', async () => {
    const { buyer, id, salePlaceId, productId } = await createPaidOrder(api);
    expect(await getOrder(buyer, id)).toMatchObject({
      ...{ id, state: 'paid', pin: expect.stringMatching(/^\d{4}$/), card: '4242' },
      ...{ price: 3.99, price_cents: 399, old_price: 12, refunded_cents: 0 },
      ...{
        pickup: 'Fri 20 Nov 17:30–19:00',
        pickup_start: '2026-11-20T17:30:00.000Z',
        pickup_end: '2026-11-20T19:00:00.000Z',
      },
      ...{ cancel_until: '2026-11-20T15:30:00.000Z', created_at: FRIDAY_NOON, collected_at: null },
      product: {
        id: productId,
        name: 'Cesto de fim de tarde',
        photos: [{ path: expect.any(String), srcset: expect.any(String) }],
      },
      sale_place: { id: salePlaceId, name: 'Padaria Aurora', latitude: 38.7123, time_zone: 'Europe/Lisbon' },
    });
  });

  test('gets it by mail too, in their language', async () => {
    const { buyer, id, pin } = await createPaidOrder(api);
    await api.jobs.runDue();
    const mail = api.mails.findLast(({ to }) => to === buyer.email)!;
    expect(mail.text).toContain(pin);
    expect(mail.text).toContain(`/orders/${id}`);
    expect(mail.text).toContain('Fri 20 Nov 17:30–19:00');
  });

  test('sees no PIN any more once it is handed out', async () => {
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
      // What is bought meanwhile does not shift the pages.
      if (listedIds.length === 2) await buyProduct(buyer, productId);
    }
    expect(listedIds).toEqual(createdIds);
  });

  test('is told what they kept from the bin this year', async () => {
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

  test('in Russian reads Russian', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const { data } = await api.client(buyer.token, 'ru')('getOrder', { params: { id } });
    expect(data.pickup).toBe('пт, 20 нояб. 17:30–19:00');
  });
});

test('an order number that is not there, or not one’s own', async () => {
  const { id } = await createPaidOrder(api);
  const stranger = await createTestUser(api);
  await expectApiError(stranger.call('getOrder', { params: { id } }), 4);
  await expectApiError(stranger.call('getOrder', { params: { id: 1 } }), 4);
  expect((await injectRequest(api, 'GET', `/api/v1/orders/${id}`)).body.code).toBe(2);
});
