import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../../test/support/builders.ts';
import { openEventStream } from '../../../../test/support/live-stream.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
let url = '';

beforeAll(async () => {
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.app.close());

test('a seller hears of what is sold, cancelled and reported; nobody hears of another’s', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, salePlaceId: placeId } = await createProductOnSale(api);
  const other = await createProductOnSale(api);
  const sellerStream = await openEventStream(`${url}/api/v1/seller/live`, seller);
  const otherStream = await openEventStream(`${url}/api/v1/seller/live`, other.seller);
  const receivedEvents = () => sellerStream.events('orders').map((event) => (event as { news: string }).news);
  // Whoever begins to listen looks at everything.
  await expect.poll(receivedEvents).toContain('changed');

  const buyer = await createTestUser(api);
  const { id } = await buyProduct(buyer, productId);
  await expect
    .poll(() => sellerStream.events('orders'))
    .toContainEqual({ order_id: id, sale_place_id: placeId, news: 'sold' });
  await buyer.call('cancelOrder', { params: { id }, body: {} });
  await expect.poll(receivedEvents).toContain('cancelled');
  const second = await buyProduct(buyer, productId);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id: second.id }, body: { text: 'vazio' } });
  await expect.poll(receivedEvents).toContain('report');
  const orders = otherStream.events('orders').map((event) => (event as { order_id: number | null }).order_id);
  expect(new Set(orders)).toEqual(new Set([null]));
  sellerStream.close();
  otherStream.close();
});

test('one stream carries the stock of packs and the orders of the seller', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, salePlaceId: placeId } = await createProductOnSale(api, { quantity: 3 });
  const other = await createProductOnSale(api);
  const stream = await openEventStream(`${url}/api/v1/live?products=${productId}&orders=yes`, seller);
  const stock = () => stream.events('stock').map((event) => (event as { quantity: number }).quantity);
  await expect.poll(() => stock().at(-1)).toBe(3);
  expect(stream.events('orders')).toContainEqual({ order_id: null, sale_place_id: null, news: 'changed' });

  await buyProduct(await createTestUser(api), other.productId);
  const { id } = await buyProduct(await createTestUser(api), productId);
  await expect.poll(() => stock().at(-1)).toBe(2);
  await expect
    .poll(() => stream.events('orders'))
    .toContainEqual({ order_id: id, sale_place_id: placeId, news: 'sold' });
  const ids = stream.events('orders').map((event) => (event as { order_id: number | null }).order_id);
  expect(new Set(ids)).toEqual(new Set([null, id]));
  stream.close();
});

test('the stock of packs comes without orders, and orders only to who sells', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  const path = `/api/v1/live?products=${productId}`;
  const stream = await openEventStream(url + path, seller);
  await expect.poll(() => stream.events('stock')).toHaveLength(1);
  expect(stream.events('orders')).toEqual([]);
  stream.close();
  const authorization = `Bearer ${(await createTestUser(api)).token}`;
  const refused = await api.app.inject({ url: `${path}&orders=yes`, headers: { authorization } });
  expect(refused.statusCode).toBe(403);
});
