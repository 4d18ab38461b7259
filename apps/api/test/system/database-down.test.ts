import { endpoints } from '@wopack/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DbProxy } from '../servers/db-proxy.ts';
import { buyProduct, startPayment } from '../support/builders.ts';
import { expectConsistentData } from '../support/consistency.ts';
import { expectDeclaredError } from '../support/declared-errors.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/fixtures.ts';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest, sendRequest, type TestRequest } from '../support/test-request.ts';

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

test('while the database is away callers are told so, by themselves they go on when it is back', async () => {
  expect((await get('/api/v1/me')).status).toBe(200);
  await dbProxy.stop();
  for (const language of ['pt', 'en', 'ru'] as const) {
    const response = await get('/api/v1/products', language);
    expectDeclaredError(response, ['serviceDown'], language);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await get('/ready')).status).toBe(503);
  // What needs no database goes on.
  expect((await get('/openapi.json')).status).toBe(200);
  expect((await get('/health')).status).toBe(200);

  await dbProxy.start();
  expect((await get('/ready')).status).toBe(200);
  expect((await get('/api/v1/me')).status).toBe(200);
  await buyProduct(fixtures.otherBuyer, fixtures.productId);
});

test('every call says it in the same way', async () => {
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
  const calls: (readonly [(typeof names)[number], TestRequest])[] = [];
  for (const name of names) {
    const caller = endpoints[name].auth === 'owner' ? fixtures.seller : fixtures.buyer;
    calls.push([name, { ...(await sampleRequests[name](fixtures, caller)), token: caller.token }] as const);
  }
  await dbProxy.stop();
  const wrongReplies: string[] = [];
  for (const [name, testRequest] of calls) {
    const { status, body } = await sendRequest(api, name, testRequest);
    // Where somebody is, who takes the money and who signs people in is known without it.
    const isWithoutDatabase =
      endpoints[name].module === 'geo' || name === 'getPaymentProvider' || name === 'listAuthProviders';
    if (isWithoutDatabase && status === 200) continue;
    if (status !== 503 || body.code !== 9) wrongReplies.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  await dbProxy.start();
  expect(wrongReplies).toEqual([]);
});

test('pulled away in the midst of a rush, it leaves no unit in the air', async () => {
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
