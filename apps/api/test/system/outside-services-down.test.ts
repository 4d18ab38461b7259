import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { MailServer } from '../servers/notification-receivers.ts';
import { S3Server } from '../servers/s3-server.ts';
import { ALL_DAY_SCHEDULE, ServerProcess, systemClock, waitUntil } from '../servers/server-process.ts';
import { DbProxy } from '../servers/tcp-proxies.ts';
import {
  buyProduct,
  createJpeg,
  createProductOnSale,
  createTestUser,
  startPayment,
  type TestContext,
} from '../support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../support/consistency.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import {
  expectDeclaredError,
  injectRequest,
  sendRequest,
  type TestRequest,
} from '../support/test-request.ts';

// A server with all outside services configured, first reachable, then not.
const s3 = new S3Server();
const mailServer = new MailServer();
/** Photon, Nominatim, Google (places and sign-in), Facebook and the receiver of traces. */
let otherServices: Server;
let server: ServerProcess;
let db: Db;
const cleanups: (() => Promise<unknown>)[] = [];
const requestedPaths: string[] = [];

beforeAll(async () => {
  await s3.open();
  cleanups.push(() => s3.close());
  await mailServer.open();
  otherServices = createServer((request, response) => {
    requestedPaths.push(request.url!);
    response.end('{"features":[],"places":[]}');
  }).listen(0, '127.0.0.1');
  await once(otherServices, 'listening');
  const url = `http://127.0.0.1:${(otherServices.address() as AddressInfo).port}`;
  const database = await createTestDatabase(inject('serverUrl'));
  cleanups.push(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-away-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  db = openDatabase(database.url, 4);
  cleanups.push(() => db.destroy());
  server = await ServerProcess.start(dataDir, {
    DATABASE_URL: database.url,
    ...s3.buildEnv(),
    SMTP_URL: mailServer.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    ENABLE_SANDBOX: '1',
    PHOTON_URL: url,
    NOMINATIM_URL: url,
    GOOGLE_PLACES_KEY: 'k',
    GOOGLE_PLACES_URL: url,
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 's',
    GOOGLE_ISSUER: url,
    FACEBOOK_CLIENT_ID: 'f',
    FACEBOOK_CLIENT_SECRET: 's',
    FACEBOOK_GRAPH_URL: url,
  });
  cleanups.push(() => server.waitForExit('SIGTERM'));
}, 300_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const buildContext = (): TestContext => ({ db, clock: systemClock, client: (token) => server.client(token) });
const createSellerFixture = async () =>
  createProductOnSale(buildContext(), { quantity: 5, schedule: ALL_DAY_SCHEDULE });
const listWaitingMails = async () => {
  const { rows } = await sql<{ subject: string; failures: number }>`
    SELECT data->>'subject' AS subject, (data->>'failures')::int AS failures FROM pgboss.job
    WHERE name = 'notifications.send-mail' AND state < 'active' AND (data->>'failures')::int > 0`.execute(db);
  return rows;
};

/** Requests a page as a browser does; retries while an overloaded machine answers 503. */
const fetchPage = (path: string) =>
  waitUntil(async () => {
    const answer = await fetch(server.url + path, { redirect: 'manual' });
    return answer.status !== 503 && answer;
  });

let productOnSale: Awaited<ReturnType<typeof createSellerFixture>>;
let photoPath: string;

test('while reachable, all services are used', { timeout: 300_000 }, async () => {
  expect(server.url, server.output).toMatch(/^http/);
  productOnSale = await createSellerFixture();
  photoPath = (await productOnSale.seller.call('uploadProductPhoto', { file: await createJpeg(64, 36) })).data
    .path;
  expect((await fetch(server.url + photoPath)).headers.get('content-type')).toBe('image/webp');
  await server.client()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  await waitUntil(async () => mailServer.mails.some(({ to }) => to?.[0]?.address === 'ines@example.com'));
  await productOnSale.seller.call('searchCities', { query: { query: 'Xyzzyburgo' } });
  expect(requestedPaths.some((path) => path.startsWith('/api?'))).toBe(true);
});

test('with all services down: search, purchase and hand-out work, mails wait, uploads are refused', {
  timeout: 300_000,
}, async () => {
  otherServices.closeAllConnections();
  otherServices.close();
  await Promise.all([s3.stop(), mailServer.close()]);

  const { productId, seller } = productOnSale;
  const registration = await server.client()('register', {
    body: {
      name: 'Marta',
      email: 'marta@example.com',
      password: 'sobras1',
      device_name: 'test',
      check_terms: true,
    },
  });
  const buyer = await createTestUser(buildContext());
  expect((await server.client(registration.token)('getMe')).data.name).toBe('Marta');

  const nearLisbon = { latitude: 38.71, longitude: -9.14 };
  const { data: offers } = await buyer.call('listOffers', { query: nearLisbon });
  expect(offers.map(({ id }) => id)).toContain(productId);
  expect(
    (await buyer.call('listMapOffers', { query: { bbox: '-9.5,38.5,-9,39', zoom: 12 } })).data.length,
  ).toBeGreaterThan(0);
  expect((await buyer.call('getOffer', { params: { id: productId } })).data.quantity).toBe(5);
  // The embedded gazetteer needs no outside service.
  const cities = await buyer.call('searchCities', { query: { query: 'Lisb' } });
  expect(JSON.stringify(cities)).toContain('Lisb');
  const establishments = await seller.call('searchEstablishments', {
    query: { query: 'padaria', ...nearLisbon },
  });
  expect(Array.isArray(establishments)).toBe(true);

  const order = await buyProduct(buyer, productId);
  expect(order.pin).toMatch(/^\d{4}$/);
  const handOutReply = await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
  expect(handOutReply.data.state).toBe('collected');
  await expectAllSettled(db);

  // The mail of the order waits; requesting a code still succeeds.
  await waitUntil(async () => (await listWaitingMails()).length > 0);
  await server.client()('sendCode', { body: { email: buyer.email, device_name: 'test' } });

  await expect(seller.call('uploadProductPhoto', { file: await createJpeg(64, 36) })).rejects.toMatchObject({
    code: 9,
  });
  expect((await fetchPage(photoPath)).status).toBe(302);
  const google = await fetchPage('/google/redirect');
  expect(google.headers.get('location')).toContain('/auth?problem=unavailable');
  expect((await fetchPage('/ready')).status).toBe(200);
});

const dbProxy = new DbProxy();
const api = useTestApp({ proxyDatabase: dbProxy.proxyUrl });
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
});
afterAll(() => dbProxy.stop());

const get = (path: string, language = 'en') =>
  injectRequest(api, 'GET', path, {
    headers: { 'accept-language': language, authorization: `Bearer ${fixtures.buyer.token}` },
  });

test('without the database requests are answered 503; they work again when it is back', async () => {
  expect((await get('/api/v1/me')).status).toBe(200);
  await dbProxy.stop();
  for (const language of ['pt', 'en', 'ru'] as const) {
    const response = await get('/api/v1/products', language);
    expectDeclaredError(response, ['serviceDown'], language);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await get('/ready')).status).toBe(503);
  // Endpoints without database access still work.
  expect((await get('/openapi.json')).status).toBe(200);
  expect((await get('/health')).status).toBe(200);

  await dbProxy.start();
  expect((await get('/ready')).status).toBe(200);
  expect((await get('/api/v1/me')).status).toBe(200);
  await buyProduct(fixtures.otherBuyer, fixtures.productId);
});

test('every endpoint answers code 9 without the database', async () => {
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
  const calls: (readonly [(typeof names)[number], TestRequest])[] = [];
  for (const name of names) {
    const caller = endpoints[name].auth === 'member' ? fixtures.seller : fixtures.buyer;
    calls.push([name, { ...(await sampleRequests[name](fixtures, caller)), token: caller.token }] as const);
  }
  await dbProxy.stop();
  const wrongReplies: string[] = [];
  for (const [name, testRequest] of calls) {
    const { status, body } = await sendRequest(api, name, testRequest);
    // These need no database: geocoding, the payment provider and the sign-in providers.
    const isWithoutDatabase =
      endpoints[name].module === 'geo' || name === 'getPaymentProvider' || name === 'listAuthProviders';
    if (isWithoutDatabase && status === 200) continue;
    if (status !== 503 || body.code !== 9) wrongReplies.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  await dbProxy.start();
  expect(wrongReplies).toEqual([]);
});

test('a database failure during concurrent purchases leaves consistent data', async () => {
  const payments = [fixtures.buyer, fixtures.otherBuyer, fixtures.partner].flatMap((buyer) =>
    Array.from({ length: 10 }, () => startPayment(buyer, fixtures.spareProductId)),
  );
  const settledPayments = Promise.allSettled(payments);
  await dbProxy.stop();
  await dbProxy.start();
  const codes = (await settledPayments).flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  );
  for (const code of codes) expect([5, 9]).toContain(code);

  await expectConsistentData(api.db);
  await buyProduct(fixtures.otherBuyer, fixtures.productId);
});
