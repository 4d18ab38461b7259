import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const listOrderIds = async (seller: TestUser, query: Input<'listSellerOrders'>['query']) =>
  (await seller.call('listSellerOrders', { query })).data.map(({ id }) => id);

/** Copies of an order, one for each of these days ago. */
async function listPastOrderIds(orderId: number, days: number) {
  await sql`
    with paid as (
      insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
      select gen_random_uuid(), user_id, product_id, slot_id, amount_cents, 'sandbox', 'paid', now(), now()
      from payments, generate_series(1, ${days}::int) where id = (select payment_id from orders where id = ${orderId})
      returning id
    ), numbered as (select id, row_number() over (order by id)::int as n from paid)
    insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, state, pickup_start, pickup_end, created_at)
    select numbered.id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, case when n % 7 = 0 then 'not_collected' else 'collected' end,
      pickup_start - n * interval '1 day', pickup_end - n * interval '1 day', created_at
    from orders, numbered where orders.id = ${orderId}`.execute(api.db);
}

test('past orders come page by page, the latest first, none twice and none left out', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const { id } = await buyProduct(await createTestUser(api), productId);
  await listPastOrderIds(id, 45);
  const listedIds: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await seller.call('listSellerOrders', { query: { when: 'past', limit: 10, cursor } });
    listedIds.push(...page.data.map(({ pickup_start }) => pickup_start));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(listedIds).toHaveLength(45);
  expect(listedIds).toEqual([...new Set(listedIds)].sort().reverse());
  expect(await listOrderIds(seller, { when: 'past', state: 'not_collected', limit: 200 })).toHaveLength(6);
  expect(await listOrderIds(seller, { when: 'past', state: 'refunded,cancelled_by_store' })).toEqual([]);
  expect(await listOrderIds(seller, { when: 'today' })).toEqual([id]);
  await expectApiError(seller.call('listSellerOrders', { query: { state: 'stolen' } }), 1, 'state');
});

test('today, ahead and behind by the clock of each venue', async () => {
  // Half past nine in Lisbon is half past noon in Moscow, where the window is still ahead.
  const { seller, productId, salePlaceId: placeId } = await createProductOnSale(api);
  const moscow = { name: 'Аврора', latitude: 55.75, longitude: 37.62 };
  const moscowSeller = await createProductOnSale(api, { seller, salePlace: moscow });
  const lisbonOrder = await buyProduct(await createTestUser(api), productId);
  const farSalePlace = await buyProduct(await createTestUser(api), moscowSeller.productId);
  expect((await listOrderIds(seller, {})).sort()).toEqual([lisbonOrder.id, farSalePlace.id].sort());
  expect(await listOrderIds(seller, { sale_place_id: placeId })).toEqual([lisbonOrder.id]);
  // 23:00 in Lisbon: in Moscow it is Saturday, and its order of Friday was not collected.
  api.clock.set('2026-11-20T23:00:00.000Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect(await listOrderIds(seller, {})).toEqual([lisbonOrder.id]);
  expect(await listOrderIds(seller, { when: 'past' })).toEqual([farSalePlace.id]);
  const tomorrow = await buyProduct(await createTestUser(api), productId);
  expect(await listOrderIds(seller, { when: 'upcoming' })).toEqual([tomorrow.id]);
  expect(await listOrderIds(seller, { date: '2026-11-21' })).toEqual([tomorrow.id]);
});

test('what is handed out after midnight is still today’s', async () => {
  const lateOrder = { fri: { time_start: '23:30', time_end: '00:30' }, sat: EVENING_SCHEDULE.sat! };
  const { seller, productId } = await createProductOnSale(api, { schedule: lateOrder });
  const { id } = await buyProduct(await createTestUser(api), productId);
  api.clock.set('2026-11-21T00:20:00.000Z');
  expect(await listOrderIds(seller, {})).toEqual([id]);
  expect(await listOrderIds(seller, { when: 'past' })).toEqual([]);
  api.clock.set('2026-11-21T01:01:00.000Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect(await listOrderIds(seller, {})).toEqual([]);
  expect(await listOrderIds(seller, { when: 'past' })).toEqual([id]);
});
