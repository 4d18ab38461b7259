import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, person, shop } from '../../../test/builders.ts';
import { readEvents } from '../../../test/live-reader.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
let url = '';

beforeAll(async () => {
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.app.close());

test('a seller hears of what is sold, cancelled and reported; nobody hears of another’s', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, placeId } = await shop(api);
  const other = await shop(api);
  const mine = await readEvents(`${url}/api/v1/seller/live`, seller);
  const theirs = await readEvents(`${url}/api/v1/seller/live`, other.seller);
  const heard = () => mine.events('orders').map((event) => (event as { news: string }).news);
  // Whoever begins to listen looks at everything.
  await expect.poll(heard).toContain('changed');

  const buyer = await person(api);
  const { id } = await buy(buyer, productId);
  await expect
    .poll(() => mine.events('orders'))
    .toContainEqual({ order_id: id, sale_place_id: placeId, news: 'sold' });
  await buyer.call('cancelOrder', { params: { id }, body: {} });
  await expect.poll(heard).toContain('cancelled');
  const second = await buy(buyer, productId);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id: second.id }, body: { text: 'vazio' } });
  await expect.poll(heard).toContain('report');
  const orders = theirs.events('orders').map((event) => (event as { order_id: number | null }).order_id);
  expect(new Set(orders)).toEqual(new Set([null]));
  mine.close();
  theirs.close();
});
