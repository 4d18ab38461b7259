import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  startPayment,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { openStockStream, sendRequest } from '../../../test/support/test-request.ts';
import { buildApp } from '../../app.ts';
import { createLiveEvents, type LiveEvents } from '../../platform/live-events.ts';

const api = useTestApp();
let otherServer: { app: FastifyInstance; liveEvents: LiveEvents; url: string };
const POLL_OPTIONS = { timeout: 60_000 };

/** A second server process, which shares only the database. */
async function startOtherServer(shutdownSignal?: AbortSignal) {
  const liveEvents = createLiveEvents(api.databaseUrl);
  const readiness = { shutdownSignal };
  const appOptions = { provider: api.provider, paintDemo: null, webDir: null, readiness };
  const app = await buildApp({ ...api.context, liveEvents }, appOptions);
  return { app, liveEvents, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

beforeAll(async () => {
  otherServer = await startOtherServer();
});
afterAll(async () => {
  await otherServer.app.close();
  await otherServer.liveEvents.stop();
});
beforeEach(() => api.clock.set(FRIDAY_NOON));

test('a subscriber of one process gets purchases made through another', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 2 });
  const { productId: quietProductId } = await createProductOnSale(api, { quantity: 5 });
  const stream = await openStockStream(otherServer.url, await createTestUser(api), [
    productId,
    quietProductId,
  ]);
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(2);
  await expect.poll(() => stream.quantity(quietProductId), POLL_OPTIONS).toBe(5);

  const buyer = await createTestUser(api);
  await startPayment(buyer, productId);
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(1);
  await buyProduct(await createTestUser(api), productId);
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(0);
  expect(stream.quantity(quietProductId)).toBe(5);
  stream.close();
});

test('a changed schedule, a product that closes and an unknown product', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 2 });
  const stream = await openStockStream(otherServer.url, await createTestUser(api), [
    productId,
    999_999,
    2147483648,
  ]);
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(2);
  const slotId = stream.slot(productId);
  await seller.call('updateSchedule', {
    body: { product_id: productId, quantity: 6, schedule: EVENING_SCHEDULE },
  });
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(6);
  expect(stream.slot(productId)).toBe(slotId);
  await seller.call('updateSellerRole', { body: { is_owner: false } });
  await expect.poll(() => stream.slot(productId), POLL_OPTIONS).toBeNull();
  expect(stream.quantity(productId)).toBe(0);
  expect(stream.quantity(999_999)).toBeUndefined();
  stream.close();
});

test('many new slots are sent as one event', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 2 });
  const stream = await openStockStream(otherServer.url, await createTestUser(api), [productId]);
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(2);
  const oldSlotId = stream.slot(productId);
  const countEvents = () => stream.text().split('event: stock').length - 1;
  const eventsBefore = countEvents();
  await api.db.transaction().execute(async (trx) => {
    await sql`DELETE FROM pickup_slots WHERE product_id = ${productId}`.execute(trx);
    await sql`INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
      SELECT ${productId}, day::date, day, day + interval '1 hour', 7, 7
      FROM generate_series('2026-11-21'::timestamptz, '2027-04-01', '1 day') AS day`.execute(trx);
  });
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(7);
  expect(stream.slot(productId)).not.toBe(oldSlotId);
  expect(countEvents()).toBe(eventsBefore + 1);
  stream.close();
});

test('changes during a lost connection are sent after reconnecting', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  const stream = await openStockStream(otherServer.url, await createTestUser(api), [productId]);
  await expect.poll(() => stream.quantity(productId), POLL_OPTIONS).toBe(3);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN stock;%'`.execute(api.db);
  await startPayment(await createTestUser(api), productId);
  await expect.poll(() => stream.quantity(productId), { timeout: 60_000 }).toBe(2);
  stream.close();
});

test('a stream requires a token, and the number of streams per user is limited', async () => {
  const { productId } = await createProductOnSale(api);
  const query = { products: String(productId) };
  expect((await sendRequest(api, 'streamOffers', { query })).status).toBe(401);
  const greedyUser = await createTestUser(api);
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => openStockStream(otherServer.url, greedyUser, [productId])),
  );
  const authorization = `Bearer ${greedyUser.token}`;
  const requestStreamStatus = async () =>
    (await otherServer.app.inject({ url: `/api/v1/live?products=${productId}`, headers: { authorization } }))
      .statusCode;
  expect(await requestStreamStatus()).toBe(429);
  for (const stream of streams) stream.close();
  const canReconnect = async () => {
    const stream = await openStockStream(otherServer.url, greedyUser, [productId]).catch(() => null);
    stream?.close();
    return stream !== null;
  };
  await expect.poll(canReconnect, POLL_OPTIONS).toBe(true);
});

test('a closing server ends its streams', async () => {
  const { productId } = await createProductOnSale(api);
  const thirdServer = await startOtherServer();
  const stream = await openStockStream(thirdServer.url, await createTestUser(api), [productId]);
  await thirdServer.app.close();
  expect(await stream.closed).toBe('ended');
  await thirdServer.liveEvents.stop();
});

test('a stream that opens while the server closes ends too', async () => {
  const shutdown = new AbortController();
  const thirdServer = await startOtherServer(shutdown.signal);
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const lockedSignal = Promise.withResolvers<void>();
  const closingSignal = Promise.withResolvers<void>();
  const locked = api.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE tokens`.execute(trx);
    lockedSignal.resolve();
    await closingSignal.promise;
  });
  await lockedSignal.promise;
  const opening = openStockStream(thirdServer.url, buyer, [productId]);
  await waitUntilBlocked(api, 1, opening);
  shutdown.abort();
  const closed = thirdServer.app.close();
  await vi.waitFor(() => expect(thirdServer.app.server.listening).toBe(false), 60_000);
  closingSignal.resolve();
  await locked;
  expect(await (await opening).closed).toBe('ended');
  await closed;
  await thirdServer.liveEvents.stop();
});
