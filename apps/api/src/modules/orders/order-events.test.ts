import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import {
  buyProduct,
  createMember,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  markEmailVerified,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { openEventStream } from '../../../test/support/test-request.ts';
import type { LiveEventPayloads, LiveEvents } from '../../platform/live-events.ts';
import { createBuyerOrderFeed } from './order-events.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const DEFAULT_SETTINGS = { sold: 'mail', last_sold: 'mail', cancelled: 'mail', report: 'mail' } as const;
const updateSettings = (
  seller: TestUser,
  change: Partial<Record<keyof typeof DEFAULT_SETTINGS, 'push' | 'mail' | 'none'>>,
) => seller.call('updateSellerNotificationSettings', { body: { ...DEFAULT_SETTINGS, ...change } });
const listSubjects = ({ email }: TestUser) =>
  api.mails.filter(({ to }) => to === email).map(({ subject }) => subject.replace(/, no\. \d+/, ''));

test('each sale notifies the seller, the last unit of a slot once', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 2 });
  await buyProduct(await createTestUser(api), productId);
  const buyer = await createTestUser(api);
  const last = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  expect(listSubjects(seller).sort()).toEqual([
    'Sold out: Cesto de fim de tarde',
    'Sold: Cesto de fim de tarde',
  ]);
  await buyer.call('cancelOrder', { params: { id: last.id }, body: {} });
  await api.jobs.runDue();
  await buyProduct(await createTestUser(api), productId);
  await api.jobs.runDue();
  expect(listSubjects(seller).slice(2)).toEqual([
    'Cancelled by the customer: Cesto de fim de tarde',
    'Sold: Cesto de fim de tarde',
  ]);
  expect(api.mails.every(({ text }) => !/PIN/.test(text) || !text.includes('bought'))).toBe(true);
});

test('notices are in the seller’s language; unsubscribing ends the optional ones only', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 1 });
  await updateSettings(seller, { cancelled: 'push' });
  await seller.call('updateLanguage', { body: { language: 'ru' } });
  await buyProduct(await createTestUser(api), productId);
  await api.jobs.runDue();
  const [mail, ...otherMails] = api.mails.filter(({ to }) => to === seller.email);
  expect([mail!.language, otherMails]).toEqual(['ru', []]);
  const url = new URL(mail!.unsubscribe!).pathname;
  expect(url).toContain('/last_sold/');
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: url.replace('last_sold', 'sold'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(statusCode).toBe(200);
  const settings = { sold: 'none', last_sold: 'mail', cancelled: 'push', report: 'mail' };
  expect((await seller.call('getSellerNotificationSettings')).data).toMatchObject(settings);
  const leave = (type: string) =>
    api.app.inject({ method: 'POST', url: url.replace('last_sold', type), payload: '' });
  await Promise.all(['last_sold', 'cancelled'].map(leave));
  expect((await seller.call('getSellerNotificationSettings')).data).toMatchObject({
    ...settings,
    last_sold: 'none',
    cancelled: 'none',
  });
});

test('the chosen channel is used: push or none; a report quotes its text', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  await updateSettings(seller, { sold: 'none', report: 'push' });
  await seller.call('savePushSubscription', { body: createPushBrowser().subscription });
  const buyer = await createTestUser(api, { isEmailVerified: true });
  const { id } = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual([]);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  await api.jobs.runDue();
  expect(api.pushes.map(({ message }) => message)).toMatchObject([
    { title: 'A customer reports a problem: Cesto de fim de tarde', body: expect.stringContaining('vazio') },
  ]);
});

test('notices wait for the end of quiet hours, unless the window starts before it', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  const night = { fri: { time_start: '23:30', time_end: '00:30' } };
  const barSalePlace = await createProductOnSale(api, { seller, product: { name: 'Ceia' }, schedule: night });
  api.clock.set('2026-11-20T22:30:00.000Z');
  await buyProduct(await createTestUser(api), productId);
  await buyProduct(await createTestUser(api), barSalePlace.productId);
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual(['Sold: Ceia']);
  api.clock.set('2026-11-21T08:00:00.000Z');
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual(['Sold: Ceia', 'Sold: Cesto de fim de tarde']);
});

test('a report that waits for quiet hours names the instant until which the seller answers', async () => {
  const { seller, productId } = await createProductOnSale(api);
  await markEmailVerified(api, seller);
  const buyer = await createTestUser(api, { isEmailVerified: true });
  const { id } = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  api.mails.length = 0;
  api.clock.set('2026-11-20T22:30:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual([]);
  api.clock.set('2026-11-21T08:00:00.000Z');
  await api.jobs.runDue();
  const { text } = api.mails.find(({ to }) => to === seller.email)!;
  expect(text).toContain('> O saco estava vazio.');
  expect(text).toContain('Answer by Mon 23 Nov, 22:30. After that WoPack decides.');
  expect(text).toContain(`/seller/orders?view=reports&order=${id}`);
});

let url = '';

beforeAll(async () => {
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.app.close());

test('a seller receives events of sales, cancellations and reports, of own orders only', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, salePlaceId: placeId } = await createProductOnSale(api);
  const other = await createProductOnSale(api);
  const sellerStream = await openEventStream(`${url}/api/v1/seller/live`, seller);
  const otherStream = await openEventStream(`${url}/api/v1/seller/live`, other.seller);
  const receivedEvents = () => sellerStream.events('orders').map((event) => (event as { news: string }).news);
  // With null ids, reload all orders: of the subscription, and when the server has begun to listen to the database.
  await expect.poll(receivedEvents).toEqual(['changed', 'changed']);

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

test('members and devices receive events of their sale places, and a change of the membership ends the stream', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, productId, salePlaceId } = await createProductOnSale(api);
  const there = await createProductOnSale(api, { seller });
  const open = (user: TestUser) => openEventStream(`${url}/api/v1/live?orders=yes`, user);
  const ofPlace = { salePlaceIds: [salePlaceId] };
  const counter = await createMember(api, seller, 'counter', ofPlace);
  const manager = await createMember(api, seller, 'manager', ofPlace);
  const leaver = await createMember(api, seller, 'manager');
  const device = await createTestCounter(api, seller, salePlaceId);
  const ofDevice = await openEventStream(`${url}/api/v1/seller/live`, device);
  const streams = { counter: await open(counter), manager: await open(manager), leaver: await open(leaver) };
  const listOrders = (stream: typeof ofDevice) =>
    stream.events('orders').flatMap((event) => (event as { order_id: number | null }).order_id ?? []);

  const elsewhere = await buyProduct(await createTestUser(api), there.productId);
  await expect.poll(() => listOrders(streams.leaver)).toContain(elsewhere.id);
  const { id } = await buyProduct(await createTestUser(api), productId);
  for (const stream of [streams.counter, streams.manager, ofDevice])
    await expect.poll(() => listOrders(stream)).toEqual([id]);

  await seller.call('updateMember', {
    params: { id: manager.memberId },
    body: { role: 'counter', sale_place_ids: [there.salePlaceId], password: TEST_PASSWORD },
  });
  expect(await streams.manager.closed).toBe('ended');
  const accountant = { role: 'accountant', sale_place_ids: null, password: TEST_PASSWORD } as const;
  await seller.call('updateMember', { params: { id: counter.memberId }, body: accountant });
  expect(await streams.counter.closed).toBe('ended');
  await expect(open(counter)).rejects.toThrow();
  const proof = { password: TEST_PASSWORD };
  await seller.call('endMember', { params: { id: leaver.memberId }, body: proof });
  expect(await streams.leaver.closed).toBe('ended');
  await seller.call('endCounter', { params: { id: device.deviceId } });
  expect(await ofDevice.closed).toBe('ended');
});

test('one stream carries the stock of products and the orders of the seller', async () => {
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

test('a buyer receives changes of own orders: sale, report and answer, hand-out', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  const [buyer, stranger] = [await createTestUser(api), await createTestUser(api)];
  const path = `${url}/api/v1/live?mine=yes`;
  const [mine, others] = [await openEventStream(path, buyer), await openEventStream(path, stranger)];
  const listIds = () =>
    mine.events('my_orders').map((event) => (event as { order_id: number | null }).order_id);
  const countChanges = (orderId: number) => listIds().filter((id) => id === orderId).length;
  await expect.poll(listIds).toContain(null);
  const { id } = await buyProduct(buyer, productId);
  await expect.poll(() => countChanges(id)).toBe(1);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'vazio' } });
  await expect.poll(() => countChanges(id)).toBe(2);
  await seller.call('answerReport', { params: { id }, body: { answer: 'Pedimos desculpa.' } });
  await expect.poll(() => countChanges(id)).toBe(3);
  await api.db.updateTable('orders').set({ state: 'collected' }).where('id', '=', id).execute();
  await expect.poll(() => countChanges(id)).toBe(4);
  const strangerIds = others
    .events('my_orders')
    .map((event) => (event as { order_id: number | null }).order_id);
  expect(new Set(strangerIds)).toEqual(new Set([null]));
  expect(mine.events('orders')).toEqual([]);
  mine.close();
  others.close();
});

test('a new subscriber is told for how long the buyer’s orders have not changed', () => {
  let send: (change: LiveEventPayloads['orders']) => void = () => {};
  const subscribe: LiveEvents['subscribe'] = (_channel, listener) => {
    send = listener as typeof send;
    return () => {};
  };
  const watch = createBuyerOrderFeed({ liveEvents: { subscribe, stop: async () => {} } });
  const readUnchangedMsAt = (now: number, buyerId: number) => {
    vi.spyOn(performance, 'now').mockReturnValue(now);
    const subscriber = vi.fn();
    watch(buyerId, subscriber)();
    return subscriber.mock.calls[0]![0].unchanged_ms;
  };
  expect(readUnchangedMsAt(1000, 1)).toBe(0);
  expect(readUnchangedMsAt(6000, 1)).toBe(5000);
  send({
    seller_id: 9,
    buyer_id: 1,
    order_id: 42,
    sale_place_id: 3,
    state: 'collected',
    changed_table: 'orders',
    operation: 'UPDATE',
  });
  expect(readUnchangedMsAt(8000, 1)).toBe(2000);
  expect(readUnchangedMsAt(8000, 2)).toBe(7000);
  expect(readUnchangedMsAt(90_000, 1)).toBe(30_000);
  send('gap');
  expect(readUnchangedMsAt(91_000, 1)).toBe(1000);
  vi.restoreAllMocks();
});

test('the stock of products comes without orders, and orders only to sellers', async () => {
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
