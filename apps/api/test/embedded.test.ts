import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/db/database.ts';
import { expectAllSettled } from './books-agree.ts';
import { evenings, goodCard, jpeg, placeBody } from './builders.ts';
import { eventually, isAlive, ServerProcess } from './server-process.ts';

// One story, told in order, on one DATA_DIR: each start costs seconds.
let dataDir: string;
let server: ServerProcess;
let sellerToken: string;
let productId: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-embedded-'));
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

const register = async (name: string, roles: { is_owner?: boolean } = {}) => {
  const { token } = await server.call()('register', {
    body: {
      ...{ name, email: `${name}@example.com`, password: 'sobras1', device_name: 'test', check_terms: true },
      ...roles,
    },
  });
  return token;
};

const kill = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  await eventually(async () => !(await isAlive(pid)));
};

/** Both at once, as when the machine loses its power. */
async function killEverything(): Promise<void> {
  const { pid } = (await server.postgres())!;
  const ended = server.end('SIGKILL');
  await kill(pid);
  await ended;
}

test('the first start makes its own database and tells an address that answers', {
  timeout: 60_000,
}, async () => {
  server = await ServerProcess.start(dataDir);
  expect(server.url, server.output).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect((await server.call()('listProductTypes')).data).toHaveLength(7);

  sellerToken = await register('rui', { is_owner: true });
  const seller = server.call(sellerToken);
  const { data: place } = await seller('saveSalePlace', { body: placeBody });
  const { data: photo } = await seller('uploadProductPhoto', { file: await jpeg(64, 36) });
  const { data: product } = await seller('saveProduct', {
    body: {
      ...{ id: 0, sale_place_id: place.id, categories: [1], name: 'Cesto', description: 'Pão.' },
      ...{ photo: [photo.path], price: 3.99 },
    },
  });
  productId = product.id;
  // Open at any time of any day, so that the story can be told at any time.
  const always = Object.fromEntries(
    Object.keys(evenings).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
  );
  await seller('updateSchedule', { body: { product_id: productId, quantity: 3, schedule: always } });
});

test('a second one on the same DATA_DIR is told why it cannot start, and harms nothing', {
  timeout: 60_000,
}, async () => {
  const second = await ServerProcess.start(dataDir);
  expect(await second.end()).toBe(1);
  expect(second.output).toContain(
    `Another WoPack is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
  );
  expect(second.output).not.toMatch(/\bat \S+ \(/);
  expect((await server.call(sellerToken)('getMe')).data.name).toBe('rui');
});

test('paid, then everything killed: after a start the order is there by itself, once', {
  timeout: 90_000,
}, async () => {
  const token = await register('marta');
  const payment = await server.call(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  await server.call()('confirmSandboxPayment', {
    body: { client_secret: payment.client_secret, card: goodCard },
  });
  await killEverything();

  server = await ServerProcess.start(dataDir);
  const buyer = server.call(token);
  // No call but looking: the provider's notice was written down with the payment.
  const [order] = await eventually(async () => {
    const { data } = await buyer('listOrders');
    return data.length > 0 && data;
  });
  expect(order).toMatchObject({
    state: 'paid',
    pin: expect.stringMatching(/^\d{4}$/),
    price: 3.99,
    card: '4242',
  });

  const again = await buyer('completePayment', { body: { token: payment.token } });
  expect(again.data.order.id).toBe(order!.id);
  expect((await buyer('listOrders')).data).toHaveLength(1);
  expect((await buyer('getOffer', { params: { id: productId } })).data.quantity).toBe(2);
  const db = openDatabase(await server.databaseUrl(), 2);
  try {
    await expectAllSettled(db);
  } finally {
    await db.destroy();
  }
});

test('killed while somebody holds a pack: the hold is still theirs', { timeout: 120_000 }, async () => {
  const token = await register('eva');
  const hold = await server.call(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  const left = (await server.postgres())!;
  await server.end('SIGKILL');

  // Its PostgreSQL was left behind; the next start ends it before it begins.
  server = await ServerProcess.start(dataDir);
  expect(await isAlive(left.pid)).toBe(false);
  const buyer = server.call(token);
  expect((await buyer('listMyHolds')).data).toMatchObject([
    { token: hold.token, expires_at: hold.expires_at },
  ]);
  await server.call()('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: goodCard },
  });
  expect((await buyer('completePayment', { body: { token: hold.token } })).data.order.state).toBe('paid');
});

test('SIGTERM ends it in order, PostgreSQL too, and what was is there the next time', {
  timeout: 60_000,
}, async () => {
  const { pid } = (await server.postgres())!;
  // Somebody looks on all the while.
  const live = await fetch(`${server.url}/api/v1/live?products=${productId}`, {
    headers: { authorization: `Bearer ${sellerToken}` },
  });
  expect(live.status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  await live.text().catch(() => {});
  expect(await isAlive(pid)).toBe(false);
  expect(await server.postgres()).toBeNull();
  expect(server.output).not.toMatch(/error/i);

  server = await ServerProcess.start(dataDir);
  expect((await server.call(sellerToken)('getSellerToday')).data.month_packs).toBe(2);
});
