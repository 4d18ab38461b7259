import { endpoints } from '@wopack/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksAgree } from './books-agree.ts';
import { buy, initiate } from './builders.ts';
import { expectError } from './declared.ts';
import { makeScene, type Scene, samples } from './scene.ts';
import { request, type Sending, send } from './send.ts';
import { useTestApp } from './test-app.ts';
import { WayToDatabase } from './way-to-database.ts';

const way = new WayToDatabase();
const api = useTestApp({ way: way.through });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});
afterAll(() => way.close());

const get = (path: string, language = 'en') =>
  request(api, 'GET', path, {
    headers: { 'accept-language': language, authorization: `Bearer ${scene.client.token}` },
  });

test('while the database is away callers are told so, by themselves they go on when it is back', async () => {
  expect((await get('/api/v1/me')).status).toBe(200);
  await way.close();
  for (const language of ['pt', 'en', 'ru'] as const) {
    const answer = await get('/api/v1/products', language);
    expectError(answer, ['serviceDown'], language);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await get('/ready')).status).toBe(503);
  // What needs no database goes on.
  expect((await get('/openapi.json')).status).toBe(200);
  expect((await get('/health')).status).toBe(200);

  await way.open();
  expect((await get('/ready')).status).toBe(200);
  expect((await get('/api/v1/me')).status).toBe(200);
  await buy(scene.otherClient, scene.productId);
});

test('every call says it in the same way', async () => {
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
  const calls: (readonly [(typeof names)[number], Sending])[] = [];
  for (const name of names) {
    const caller = endpoints[name].auth === 'owner' ? scene.owner : scene.client;
    calls.push([name, { ...(await samples[name](scene, caller)), token: caller.token }] as const);
  }
  await way.close();
  const wrong: string[] = [];
  for (const [name, sending] of calls) {
    const { status, body } = await send(api, name, sending);
    // Where somebody is, who takes the money and who signs people in is known without it.
    const known =
      endpoints[name].module === 'geo' || name === 'getPaymentProvider' || name === 'listAuthProviders';
    if (known && status === 200) continue;
    if (status !== 503 || body.code !== 9) wrong.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  await way.open();
  expect(wrong).toEqual([]);
});

test('pulled away in the midst of a rush, it leaves no unit in the air', async () => {
  const rush = [scene.client, scene.otherClient, scene.partner].flatMap((buyer) =>
    Array.from({ length: 10 }, () => initiate(buyer, scene.spareId)),
  );
  const settled = Promise.allSettled(rush);
  await way.close();
  await way.open();
  const codes = (await settled).flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  );
  for (const code of codes) expect([5, 9]).toContain(code);

  await expectBooksAgree(api.db);
  await buy(scene.otherClient, scene.productId);
});
