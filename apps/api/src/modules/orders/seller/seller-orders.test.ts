import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  type ProductOnSale,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
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
      commission_cents, earning_cents, pin, pin_hash, state, pickup_start, pickup_end, created_at)
    select numbered.id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, pin_hash, case when n % 7 = 0 then 'not_collected' else 'collected' end,
      pickup_start - n * interval '1 day', pickup_end - n * interval '1 day', created_at
    from orders, numbered where orders.id = ${orderId}`.execute(api.db);
}

test('past orders come page by page, latest first, each exactly once', async () => {
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

test('orders are searched by number, or by the name as the seller sees it', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const { id } = await buyProduct(await createTestUser(api, { name: 'Марта Салгадо' }), productId);
  await buyProduct(await createTestUser(api, { name: 'Rui Fontes' }), productId);
  const search = (text: string) => listOrderIds(seller, { when: 'today', search: text });
  for (const text of [String(id), `no. ${id}`, 'марта', 'МАРТА', 'Мар', 'Марта С.', 'марта с'])
    expect(await search(text), text).toEqual([id]);
  // The surname is not shown to sellers.
  for (const text of ['Салгадо', 'Марта Ф.', 'арта', '%', String(id + 1000)])
    expect(await search(text), text).toEqual([]);
});

test('today, upcoming and past follow the local time of each sale place', async () => {
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

test('the counts of the menu are those of the day, shop by shop', async () => {
  const { seller, productId, salePlaceId } = await createProductOnSale(api);
  const other = await createProductOnSale(api, { seller, salePlace: { name: 'Aurora Café' } });
  const buyer = await createTestUser(api);
  await buyProduct(buyer, productId);
  await buyProduct(await createTestUser(api), productId);
  await buyProduct(buyer, other.productId);
  const { to_hand_out, places } = (await seller.call('getSellerTaskCounts')).data;
  expect(to_hand_out).toBe(3);
  expect(places).toEqual([
    { id: salePlaceId, name: 'Padaria Aurora', to_hand_out: 2 },
    { id: other.salePlaceId, name: 'Aurora Café', to_hand_out: 1 },
  ]);
  for (const place of places) {
    const day = (await seller.call('getSellerToday', { query: { sale_place_id: place.id } })).data;
    expect(day.to_hand_out).toBe(place.to_hand_out);
    const orders = (await seller.call('listSellerOrders', { query: { sale_place_id: place.id } })).data;
    expect(orders.filter(({ state }) => state === 'paid')).toHaveLength(place.to_hand_out);
  }
});

test('past midnight the seller still hands out, and has the window and the stock of, what began yesterday', async () => {
  const night = { fri: { time_start: '23:30', time_end: '00:30' }, sat: EVENING_SCHEDULE.sat! };
  const { seller, productId, salePlaceId } = await createProductOnSale(api, { schedule: night });
  await buyProduct(await createTestUser(api), productId);
  const query = { sale_place_id: salePlaceId };
  const getDay = async () => (await seller.call('getSellerToday', { query })).data;
  const getProduct = async () => (await seller.call('getSellerWeek', { query })).data.packs[0]!;
  api.clock.set('2026-11-20T23:50:00Z');
  expect(await getDay()).toMatchObject({ to_hand_out: 1 });
  expect(await getProduct()).toMatchObject({
    running: null,
    days: [{ date: '2026-11-20' }, {}, {}, {}, {}, {}, {}],
  });
  api.clock.set('2026-11-21T00:10:00Z');
  const day = await getDay();
  expect(day.to_hand_out).toBe(1);
  expect(day.windows.map(({ pickup_start }) => pickup_start)).toEqual([
    '2026-11-20T23:30:00.000Z',
    '2026-11-21T17:30:00.000Z',
  ]);
  expect(await getProduct()).toMatchObject({
    running: { date: '2026-11-20', time_start: '23:30', slot: { left: 2, sold: 1 } },
    days: [{ date: '2026-11-21' }, {}, {}, {}, {}, {}, {}],
  });
  api.clock.set('2026-11-21T00:30:00Z');
  expect((await getDay()).windows).toHaveLength(1);
  expect((await getProduct()).running).toBeNull();
});

test('an open order whose window runs past midnight still counts as today’s', async () => {
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

describe('the seller’s totals of the day', () => {
  const today = async ({ seller }: Pick<ProductOnSale, 'seller'>, sale_place_id?: number) =>
    (await seller.call('getSellerToday', { query: { sale_place_id } })).data;

  test('are zero without orders', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    expect(await today({ seller })).toEqual({
      to_hand_out: 0,
      sold: 0,
      quantity: 0,
      sold_last_week: 0,
      quantity_last_week: 0,
      price_cents: 0,
      commission_cents: 0,
      discount_cents: 0,
      earning_cents: 0,
      month_earning_cents: 0,
      month_packs: 0,
      rating: null,
      rating_count: 0,
      pickup: null,
      refunded_cents: 0,
      pickup_start: null,
      pickup_end: null,
      windows: [],
      time_zone: 'UTC',
    });
  });

  test('count sold and waiting orders and their earning', async () => {
    const counter = await createProductOnSale(api, { quantity: 5 });
    const second = await createProductOnSale(api, { seller: counter.seller, quantity: 2 });
    const orders = [];
    for (let i = 0; i < 3; i++) orders.push(await buyProduct(await createTestUser(api), counter.productId));
    await buyProduct(await createTestUser(api), second.productId);
    api.clock.set('2026-11-20T18:00:00Z');
    await handOutOrder(counter.seller, orders[0]!.id, orders[0]!.pin!);
    expect(await today(counter)).toMatchObject({
      to_hand_out: 3,
      sold: 4,
      quantity: 7,
      price_cents: 4 * 399,
      commission_cents: 4 * 129,
      earning_cents: 4 * 270,
      month_earning_cents: 4 * 270,
      month_packs: 4,
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T17:30:00.000Z',
      pickup_end: '2026-11-20T19:00:00.000Z',
      time_zone: 'Europe/Lisbon',
    });
    expect(await today(counter, second.salePlaceId)).toMatchObject({
      to_hand_out: 1,
      sold: 1,
      quantity: 2,
      earning_cents: 270,
    });
    await expectApiError(counter.seller.call('getSellerToday', { query: { sale_place_id: 999_999 } }), 4);
  });

  test('include sales and hours of a date closed after a sale', async () => {
    const counter = await createProductOnSale(api, { quantity: 5 });
    const second = await createProductOnSale(api, { seller: counter.seller, quantity: 2 });
    await buyProduct(await createTestUser(api), counter.productId);
    await api.db.updateTable('pickup_slots').set({ closed: true }).where('date', '=', '2026-11-20').execute();
    expect(await today(counter)).toMatchObject({ sold: 1, quantity: 1, pickup: 'Fri 20 Nov 17:30–19:00' });
    expect(await today(counter, second.salePlaceId)).toMatchObject({ sold: 0, quantity: 0, pickup: null });
  });

  test('name two windows as two, and nothing that is paused', async () => {
    const morning = { fri: { time_start: '08:00', time_end: '10:00' } };
    api.clock.set('2026-11-20T07:00:00Z');
    const evening = await createProductOnSale(api, { quantity: 5 });
    const { seller } = evening;
    const breakfast = await createProductOnSale(api, { seller, quantity: 2, schedule: morning });
    const eveningWindow = {
      pickup_start: '2026-11-20T17:30:00.000Z',
      pickup_end: '2026-11-20T19:00:00.000Z',
    };
    const morningWindow = {
      pickup_start: '2026-11-20T08:00:00.000Z',
      pickup_end: '2026-11-20T10:00:00.000Z',
    };
    const both = { quantity: 7, windows: [morningWindow, eveningWindow] };
    expect(await today(evening)).toMatchObject(both);
    await buyProduct(await createTestUser(api), evening.productId);
    const pauseEvening = { params: { id: evening.productId }, body: { paused: true } };
    await seller.call('pauseProduct', pauseEvening);
    // What is sold stays to be handed out.
    expect(await today(evening)).toMatchObject({ quantity: 3, sold: 1, windows: both.windows });
    const pausePlace = { params: { id: breakfast.salePlaceId }, body: { paused: true } };
    await seller.call('pauseSalePlace', pausePlace);
    expect(await today(evening)).toMatchObject({ quantity: 1, windows: [eveningWindow] });
    expect(await today(breakfast, breakfast.salePlaceId)).toMatchObject({ quantity: 0, pickup: null });
  });

  test('compare with the same weekday a week ago, and restart the month', async () => {
    const counter = await createProductOnSale(api, { quantity: 4 });
    await buyProduct(await createTestUser(api), counter.productId);
    api.clock.set('2026-11-27T12:00:00Z');
    await api.jobs.runScheduled('products.generate-slots');
    expect(await today(counter)).toMatchObject({
      sold: 0,
      quantity: 4,
      sold_last_week: 1,
      quantity_last_week: 4,
      month_packs: 1,
    });
    api.clock.set('2026-12-01T00:00:01Z');
    expect(await today(counter)).toMatchObject({ month_packs: 0, month_earning_cents: 0 });
  });

  test('use the local date of pickup at the sale place', async () => {
    const moscow = { latitude: 55.7558, longitude: 37.6173 };
    const night = Object.fromEntries(
      ['thu', 'fri', 'sat'].map((day) => [day, { time_start: '00:30', time_end: '01:30' }]),
    );
    api.clock.set('2026-11-19T20:00:00Z');
    const { seller, id } = await createPaidOrder(api, { salePlace: moscow, schedule: night });
    const on = async (date?: string) =>
      (await seller.call('listSellerOrders', { query: { date } })).data.map((order) => order.id);
    // Half past midnight on Friday in Moscow is still Thursday everywhere west of it.
    expect(await on('2026-11-20')).toEqual([id]);
    expect(await on('2026-11-19')).toEqual([]);
    expect(await on()).toEqual([]);
    api.clock.set('2026-11-19T21:05:00Z');
    expect(await on()).toEqual([id]);
    expect(await today({ seller })).toMatchObject({
      sold: 1,
      to_hand_out: 1,
      pickup: 'Fri 20 Nov 00:30–01:30',
    });
  });
});

test('several sale places are asked for together; one that is not the member’s is missing', async () => {
  api.clock.set(FRIDAY_NOON);
  const first = await createProductOnSale(api);
  const places = [first, await createProductOnSale(api, { seller: first.seller })];
  places.push(await createProductOnSale(api, { seller: first.seller }));
  const foreign = await createProductOnSale(api);
  for (const { productId } of [...places, foreign]) await buyProduct(await createTestUser(api), productId);
  const ids = places.map(({ salePlaceId }) => salePlaceId);
  const two = `${ids[0]},${ids[2]}`;
  const manager = await createMember(api, first.seller, 'manager', { salePlaceIds: ids.slice(1) });

  const listPlaces = async (query: { sale_place_ids?: string }) =>
    (await first.seller.call('listSellerOrders', { query })).data
      .map(({ sale_place }) => sale_place.id)
      .sort();
  expect(await listPlaces({ sale_place_ids: two })).toEqual([ids[0], ids[2]]);
  expect(await listPlaces({})).toEqual(ids);
  const today = await first.seller.call('getSellerToday', { query: { sale_place_ids: two } });
  expect(today.data).toMatchObject({ sold: 2, to_hand_out: 2 });
  const sales = await first.seller.call('getSalesStatistics', { query: { sale_place_ids: two } });
  expect(sales.data.totals.sold).toBe(2);
  expect(new Set(sales.data.packs.map(({ sale_place }) => sale_place.id))).toEqual(new Set([ids[0], ids[2]]));

  const calls = ['listSellerOrders', 'getSellerToday', 'getSalesStatistics', 'listSellerReports'] as const;
  for (const name of calls) {
    await expectApiError(manager.call(name, { query: { sale_place_ids: two } }), 4);
    await expectApiError(
      first.seller.call(name, { query: { sale_place_ids: `${ids[0]},${foreign.salePlaceId}` } }),
      4,
    );
    await expectApiError(first.seller.call(name, { query: { sale_place_ids: `${ids[0]},9999999999` } }), 4);
    await expectApiError(first.seller.call(name, { query: { sale_place_ids: '1,x' } }), 1);
    await manager.call(name, { query: { sale_place_ids: ids.slice(1).join(',') } });
  }
});
