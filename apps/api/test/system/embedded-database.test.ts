import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import { isProcessAlive, ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createJpeg, EVENING_SCHEDULE, GOOD_CARD, SALE_PLACE_BODY } from '../support/builders.ts';
import { expectAllSettled } from '../support/consistency.ts';

// The tests run in order on one DATA_DIR, because each start takes seconds.
let dataDir: string;
let server: ServerProcess;
let sellerToken: string;
let productId: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-embedded-'));
});
afterAll(async () => {
  await server?.waitForExit('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

const registerUser = async (name: string, roles: { is_owner?: boolean } = {}) => {
  const { token } = await server.client()('register', {
    body: {
      ...{ name, email: `${name}@example.com`, password: 'sobras1', device_name: 'test', check_terms: true },
      ...roles,
    },
  });
  return token;
};

const killProcess = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  await waitUntil(async () => !(await isProcessAlive(pid)));
};

/** Kills both processes at once, like a power failure. */
async function killEverything(): Promise<void> {
  const { pid } = (await server.getPostgres())!;
  const exit = server.waitForExit('SIGKILL');
  await killProcess(pid);
  await exit;
}

test('the first start creates a database and prints a URL that responds', {
  timeout: 60_000,
}, async () => {
  server = await ServerProcess.start(dataDir);
  expect(server.url, server.output).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect((await server.client()('listProductTypes')).data).toHaveLength(7);

  sellerToken = await registerUser('rui', { is_owner: true });
  const seller = server.client(sellerToken);
  const { data: salePlace } = await seller('saveSalePlace', { body: SALE_PLACE_BODY });
  const { data: photo } = await seller('uploadProductPhoto', { file: await createJpeg(64, 36) });
  const { data: product } = await seller('saveProduct', {
    body: {
      ...{ id: 0, sale_place_id: salePlace.id, categories: [1], name: 'Cesto', description: 'Pão.' },
      ...{ photo: [photo.path], price: 3.99 },
    },
  });
  productId = product.id;
  // Open at any time, so that the test does not depend on the time of day.
  const allDaySchedule = Object.fromEntries(
    Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
  );
  await seller('updateSchedule', { body: { product_id: productId, quantity: 3, schedule: allDaySchedule } });
});

test('a second process on the same DATA_DIR exits with a message and changes nothing', {
  timeout: 60_000,
}, async () => {
  const secondServer = await ServerProcess.start(dataDir);
  expect(await secondServer.waitForExit()).toBe(1);
  expect(secondServer.output).toContain(
    `Another WoPack is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
  );
  expect(secondServer.output).not.toMatch(/\bat \S+ \(/);
  expect((await server.client(sellerToken)('getMe')).data.name).toBe('rui');
});

test('paid, then everything killed: the next start creates the order, once', {
  timeout: 90_000,
}, async () => {
  const token = await registerUser('marta');
  const payment = await server.client(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  await server.client()('confirmSandboxPayment', {
    body: { client_secret: payment.client_secret, card: GOOD_CARD },
  });
  await killEverything();

  server = await ServerProcess.start(dataDir);
  const buyer = server.client(token);
  // Only reads: the provider's notice was stored with the payment.
  const [order] = await waitUntil(async () => {
    const { data } = await buyer('listOrders');
    return data.length > 0 && data;
  });
  expect(order).toMatchObject({
    state: 'paid',
    pin: expect.stringMatching(/^\d{4}$/),
    price: 3.99,
    card: '4242',
  });

  const secondCompletion = await buyer('completePayment', { body: { token: payment.token } });
  expect(secondCompletion.data.order.id).toBe(order!.id);
  expect((await buyer('listOrders')).data).toHaveLength(1);
  expect((await buyer('getOffer', { params: { id: productId } })).data.quantity).toBe(2);
  const db = openDatabase(await server.getDatabaseUrl(), 2);
  try {
    await expectAllSettled(db);
  } finally {
    await db.destroy();
  }
});

test('killed during a hold: the hold still exists after the restart', { timeout: 120_000 }, async () => {
  const token = await registerUser('eva');
  const hold = await server.client(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  const remainingPostgres = (await server.getPostgres())!;
  await server.waitForExit('SIGKILL');

  // The orphaned PostgreSQL is stopped by the next start.
  server = await ServerProcess.start(dataDir);
  expect(await isProcessAlive(remainingPostgres.pid)).toBe(false);
  const buyer = server.client(token);
  expect((await buyer('listMyHolds')).data).toMatchObject([
    { token: hold.token, expires_at: hold.expires_at },
  ]);
  await server.client()('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: GOOD_CARD },
  });
  expect((await buyer('completePayment', { body: { token: hold.token } })).data.order.state).toBe('paid');
});

test('SIGTERM shuts down the server and PostgreSQL, and the data is there at the next start', {
  timeout: 60_000,
}, async () => {
  const { pid } = (await server.getPostgres())!;
  // An open event stream must not prevent the shutdown.
  const liveResponse = await fetch(`${server.url}/api/v1/live?products=${productId}`, {
    headers: { authorization: `Bearer ${sellerToken}` },
  });
  expect(liveResponse.status).toBe(200);
  expect(await server.waitForExit('SIGTERM')).toBe(0);
  await liveResponse.text().catch(() => {});
  expect(await isProcessAlive(pid)).toBe(false);
  expect(await server.getPostgres()).toBeNull();
  expect(server.output).not.toMatch(/error/i);

  server = await ServerProcess.start(dataDir);
  expect((await server.client(sellerToken)('getSellerToday')).data.month_packs).toBe(2);
});
