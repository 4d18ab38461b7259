import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { buy, evenings, initiate, person, shop } from '../../../test/builders.ts';
import { readLive } from '../../../test/live-reader.ts';
import { send } from '../../../test/send.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';
import { buildApp } from '../../app.ts';
import { createLiveEvents, type LiveEvents } from '../../platform/live-events.ts';

const api = useTestApp();
let other: { app: FastifyInstance; live: LiveEvents; url: string };
const soon = { timeout: 2_000 };

/** Another process of the same WoPack: nothing in common but the database. */
async function secondProcess() {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(api.db);
  const live = createLiveEvents(
    Object.assign(new URL(inject('serverUrl')), { pathname: `/${rows[0]!.name}` }).href,
  );
  const gateways = { provider: api.provider, paintDemo: null, webDir: null };
  const app = await buildApp({ ...api.context, liveEvents: live }, gateways);
  return { app, live, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

beforeAll(async () => {
  other = await secondProcess();
});
afterAll(async () => {
  await other.app.close();
  await other.live.stop();
});
beforeEach(() => api.clock.set(FRIDAY_NOON));

test('who watches through one process sees what is bought through another', async () => {
  const { productId } = await shop(api, { quantity: 2 });
  const { productId: quiet } = await shop(api, { quantity: 5 });
  const stream = await readLive(other.url, await person(api), [productId, quiet]);
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  await expect.poll(() => stream.quantity(productId), soon).toBe(2);
  await expect.poll(() => stream.quantity(quiet), soon).toBe(5);

  const buyer = await person(api);
  await initiate(buyer, productId);
  await expect.poll(() => stream.quantity(productId), soon).toBe(1);
  await buy(await person(api), productId);
  await expect.poll(() => stream.quantity(productId), soon).toBe(0);
  expect(stream.quantity(quiet)).toBe(5);
  stream.close();
});

test('a changed week, a pack that closes, one that was never there', async () => {
  const { seller, productId } = await shop(api, { quantity: 2 });
  const stream = await readLive(other.url, await person(api), [productId, 999_999, 2147483648]);
  await expect.poll(() => stream.quantity(productId), soon).toBe(2);
  const slot = stream.slot(productId);
  await seller.call('updateSchedule', { body: { product_id: productId, quantity: 6, schedule: evenings } });
  await expect.poll(() => stream.quantity(productId), soon).toBe(6);
  expect(stream.slot(productId)).toBe(slot);
  await seller.call('updateSellerRole', { body: { is_owner: false } });
  await expect.poll(() => stream.slot(productId), soon).toBeNull();
  expect(stream.quantity(productId)).toBe(0);
  expect(stream.quantity(999_999)).toBeUndefined();
  stream.close();
});

test('a new slot of many is one piece of news, and still arrives', async () => {
  const { productId } = await shop(api, { quantity: 2 });
  const stream = await readLive(other.url, await person(api), [productId]);
  await expect.poll(() => stream.quantity(productId), soon).toBe(2);
  const old = stream.slot(productId);
  await sql`DELETE FROM pickup_slots WHERE product_id = ${productId}`.execute(api.db);
  await sql`INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    SELECT ${productId}, day::date, day, day + interval '1 hour', 7, 7
    FROM generate_series('2026-11-21'::timestamptz, '2027-04-01', '1 day') AS day`.execute(api.db);
  await expect.poll(() => stream.quantity(productId), soon).toBe(7);
  expect(stream.slot(productId)).not.toBe(old);
  stream.close();
});

test('what happened while the connection was lost is told when it is back', async () => {
  const { productId } = await shop(api, { quantity: 3 });
  const stream = await readLive(other.url, await person(api), [productId]);
  await expect.poll(() => stream.quantity(productId), soon).toBe(3);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'LISTEN stock'`.execute(api.db);
  await initiate(await person(api), productId);
  await expect.poll(() => stream.quantity(productId), { timeout: 5_000 }).toBe(2);
  stream.close();
});

test('without a token nothing streams; one person does not take all streams there are', async () => {
  const { productId } = await shop(api);
  const query = { products: String(productId) };
  expect((await send(api, 'streamOffers', { query })).status).toBe(401);
  const greedy = await person(api);
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => readLive(other.url, greedy, [productId])),
  );
  const authorization = `Bearer ${greedy.token}`;
  const ask = async () =>
    (await other.app.inject({ url: `/api/v1/live?products=${productId}`, headers: { authorization } }))
      .statusCode;
  expect(await ask()).toBe(429);
  for (const stream of streams) stream.close();
  const again = async () => {
    const stream = await readLive(other.url, greedy, [productId]).catch(() => null);
    stream?.close();
    return stream !== null;
  };
  await expect.poll(again, soon).toBe(true);
});

test('a server that closes ends its streams instead of waiting for them', async () => {
  const { productId } = await shop(api);
  const third = await secondProcess();
  const stream = await readLive(third.url, await person(api), [productId]);
  await third.app.close();
  expect(await stream.over).toBe('ended');
  await third.live.stop();
});
