import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import { type Db, openDatabase } from '../src/platform/db/database.ts';
import { expectAllSettled } from './books-agree.ts';
import { type Builder, buy, jpeg, person, shop } from './builders.ts';
import { cloneTemplate } from './databases.ts';
import { MailServer } from './mail-server.ts';
import { S3Server } from './s3-server.ts';
import { eventually, ServerProcess } from './server-process.ts';
import { always } from './two-servers.ts';

// A town with every real part configured, and then with none of them in reach.
const s3 = new S3Server();
const mail = new MailServer();
/** Photon, Nominatim, Google (places and sign-in), Facebook and the receiver of traces. */
let others: Server;
let wopack: ServerProcess;
let db: Db;
const closing: (() => Promise<unknown>)[] = [];
const asked: string[] = [];

beforeAll(async () => {
  await s3.open();
  closing.push(() => s3.close());
  await mail.open();
  others = createServer((request, response) => {
    asked.push(request.url!);
    response.end('{"features":[],"places":[]}');
  }).listen(0, '127.0.0.1');
  await once(others, 'listening');
  const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  const database = await cloneTemplate(inject('serverUrl'));
  closing.push(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'wopack-away-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  db = openDatabase(database.url, 4);
  closing.push(() => db.destroy());
  wopack = await ServerProcess.start(folder, {
    ...{ DATABASE_URL: database.url, ...s3.env(), SMTP_URL: mail.url, OTEL_EXPORTER_OTLP_ENDPOINT: url },
    ENABLE_SANDBOX: '1',
    ...{ PHOTON_URL: url, NOMINATIM_URL: url, GOOGLE_PLACES_KEY: 'k', GOOGLE_PLACES_URL: url },
    ...{ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's', GOOGLE_ISSUER: url },
    ...{ FACEBOOK_CLIENT_ID: 'f', FACEBOOK_CLIENT_SECRET: 's', FACEBOOK_GRAPH_URL: url },
  });
  closing.push(() => wopack.end('SIGTERM'));
}, 60_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const builder = (): Builder => ({ db, clock: systemClock, client: (token) => wopack.call(token) });
const counter = async () => shop(builder(), { quantity: 5, schedule: always });
const mailWaiting = async () => {
  const { rows } = await sql<{ subject: string; failures: number }>`
    SELECT data->>'subject' AS subject, (data->>'failures')::int AS failures FROM pgboss.job
    WHERE name = 'mail' AND state < 'active' AND (data->>'failures')::int > 0`.execute(db);
  return rows;
};

/** A page as a browser asks for it, again while a busy machine says 503. */
const look = (path: string) =>
  eventually(async () => {
    const answer = await fetch(wopack.url + path, { redirect: 'manual' });
    return answer.status !== 503 && answer;
  });

let there: Awaited<ReturnType<typeof counter>>;
let photo: string;

test('with all of them there, all of them are used', { timeout: 60_000 }, async () => {
  expect(wopack.url, wopack.output).toMatch(/^http/);
  there = await counter();
  photo = (await there.seller.call('uploadProductPhoto', { file: await jpeg(64, 36) })).data.path;
  expect((await fetch(wopack.url + photo)).headers.get('content-type')).toBe('image/webp');
  await wopack.call()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  await eventually(async () => mail.mails.some(({ to }) => to?.[0]?.address === 'ines@example.com'));
  await there.seller.call('searchCities', { query: { query: 'Xyzzyburgo' } });
  expect(asked.some((path) => path.startsWith('/api?'))).toBe(true);
});

test('all cut off at once: found, bought, handed out; what can wait waits, what cannot is refused in words', {
  timeout: 120_000,
}, async () => {
  others.closeAllConnections();
  others.close();
  await Promise.all([s3.away(), mail.close()]);

  const { productId, seller } = there;
  const register = await wopack.call()('register', {
    body: {
      ...{ name: 'Marta', email: 'marta@example.com', password: 'sobras1', device_name: 'test' },
      check_terms: true,
    },
  });
  const marta = await person(builder());
  expect((await wopack.call(register.token)('getMe')).data.name).toBe('Marta');

  const near = { latitude: 38.71, longitude: -9.14 };
  const { data: list } = await marta.call('listOffers', { query: near });
  expect(list.map(({ id }) => id)).toContain(productId);
  expect(
    (await marta.call('listMapOffers', { query: { bbox: '-9.5,38.5,-9,39', zoom: 12 } })).data.length,
  ).toBeGreaterThan(0);
  expect((await marta.call('getOffer', { params: { id: productId } })).data.quantity).toBe(5);
  // The gazetteer knows, whoever else does not.
  const cities = await marta.call('searchCities', { query: { query: 'Lisb' } });
  expect(JSON.stringify(cities)).toContain('Lisb');
  const places = await seller.call('searchEstablishments', { query: { query: 'padaria', ...near } });
  expect(Array.isArray(places)).toBe(true);

  const order = await buy(marta, productId);
  expect(order.pin).toMatch(/^\d{4}$/);
  const done = await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
  expect(done.data.state).toBe('collected');
  await expectAllSettled(db);

  // The mail of the order waits; a code is asked for as ever.
  await eventually(async () => (await mailWaiting()).length > 0);
  await wopack.call()('sendCode', { body: { email: marta.email, device_name: 'test' } });

  await expect(seller.call('uploadProductPhoto', { file: await jpeg(64, 36) })).rejects.toMatchObject({
    code: 9,
  });
  expect((await look(photo)).status).toBe(302);
  const google = await look('/google/redirect');
  expect(google.headers.get('location')).toContain('/auth?problem=unavailable');
  expect((await look('/ready')).status).toBe(200);
});
