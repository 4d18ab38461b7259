import { once } from 'node:events';
import Fastify from 'fastify';
import Type from 'typebox';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  TEST_PASSWORD,
} from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../test/support/test-request.ts';
import { buildApp } from '../../app.ts';
import { buildFieldErrors, isDatabaseUnavailable } from './error-handler.ts';
import { networkOf, wideNetworkOf } from './rate-limits.ts';
import { whileConnected } from './route.ts';
import { collectSharedSchemas, toReferences } from './route-schemas.ts';

const api = useTestApp();

test('browsers must not store replies to signed-in users', async () => {
  const { token, email } = await createTestUser(api);
  for (const name of ['getMe', 'exportAccount', 'checkAuth', 'listOffers', 'listDevices'] as const) {
    const { status, headers } = await sendRequest(api, name, { token });
    expect([name, status, headers['cache-control']]).toEqual([name, 200, 'no-store']);
  }
  const refused = await sendRequest(api, 'updateLanguage', { token, body: { language: 'xx' } });
  expect([refused.status, refused.headers['cache-control']]).toEqual([422, 'no-store']);
  const body = { email, password: TEST_PASSWORD, device_name: 'test' };
  expect((await sendRequest(api, 'login', { body })).headers['cache-control']).toBe('no-store');
});

test('public replies may be stored', async () => {
  const { status, headers } = await sendRequest(api, 'listAuthProviders');
  expect([status, headers['cache-control']]).toEqual([200, undefined]);
});

const Inner = Type.Object({ n: Type.Integer() }, { $id: 'Inner' });
const Outer = Type.Object({ one: Inner, many: Type.Array(Inner) }, { $id: 'Outer' });

test('a schema with an $id is collected once, with references to nested ones', () => {
  const shared = collectSharedSchemas([Type.Array(Outer), Inner]);
  expect([...shared.keys()]).toEqual(['Inner', 'Outer']);
  expect(shared.get('Outer')).toEqual({
    $id: 'Outer',
    type: 'object',
    required: ['one', 'many'],
    properties: { one: { $ref: 'Inner#' }, many: { type: 'array', items: { $ref: 'Inner#' } } },
  });
  expect(toReferences(Type.Array(Outer))).toEqual({ type: 'array', items: { $ref: 'Outer#' } });
});

test('two schemas of one $id are refused', () => {
  const other = Type.Object({ n: Type.String() }, { $id: 'Inner' });
  expect(() => collectSharedSchemas([Inner, other])).toThrow("two schemas have the $id 'Inner'");
});

test.each([
  ['refused', { code: 'ECONNREFUSED', message: 'connect' }, true],
  ['starting up', { code: '57P03', message: 'the database system is starting up' }, true],
  ['no connection free', { code: '53300', message: 'sorry, too many clients already' }, true],
  ['lost', { message: 'Connection terminated unexpectedly' }, true],
  ['of an unknown name', { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND db' }, true],
  ['without a name server', { code: 'EAI_AGAIN', message: 'getaddrinfo EAI_AGAIN db' }, true],
  ['silent', { code: 'ETIMEDOUT', message: 'connect ETIMEDOUT' }, true],
  ['behind a dead route', { code: 'EHOSTUNREACH', message: 'connect EHOSTUNREACH' }, true],
  ['a replica that was written to', { code: '25006', message: 'cannot execute UPDATE' }, true],
  ['full', { code: '53100', message: 'could not extend file' }, true],
  ['slower than its limit', { code: '57014', message: 'canceling statement' }, true],
  ['frozen', { message: 'Query read timeout' }, true],
  ['a duplicate', { code: '23505', message: 'duplicate key value' }, false],
  ['our own mistake', { code: '42P01', message: 'relation does not exist' }, false],
])('%s', (_name, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});

const inherited = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'];

test.each(inherited)('a field named %s is reported like any other', (name) => {
  const format = { keyword: 'format', instancePath: `/${name}`, params: {} };
  expect([...buildFieldErrors([format, format])]).toEqual([[name, { key: 'field.format', values: {} }]]);
});

// Fastify refuses a body with the key `__proto__` before validation.
test.each(inherited.filter((name) => name !== '__proto__'))(
  'a schedule with a day named %s is refused like any unknown day',
  async (day) => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const id = await createDraftProduct(api, seller, salePlaceId);
    const schedule = { [day]: '\u0000' };
    const body = { product_id: id, quantity: 3, schedule };
    const answer = await sendRequest(api, 'updateSchedule', { token: seller.token, body });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors).toEqual({ [`schedule.${day}`]: [expect.any(String)] });
  },
);

describe('rate limits', () => {
  const JSON_BODY = { 'content-type': 'application/json' };
  const requestLogin = (email: string, remoteAddress: string, app = api.app) =>
    injectRequest({ app } as typeof api, 'POST', '/api/v1/login', {
      payload: JSON.stringify({ email, password: 'wrong1', device_name: 'test' }),
      headers: JSON_BODY,
      remoteAddress,
    });

  test('two processes count together', async () => {
    const appOptions = { provider: api.provider, paintDemo: null, webDir: null };
    const second = await buildApp(api.context, appOptions);
    for (let i = 0; i < 5; i++) {
      await requestLogin(`a${i}@example.com`, '198.51.100.1');
      await requestLogin(`b${i}@example.com`, '198.51.100.1', second);
    }
    for (const app of [api.app, second]) {
      expect((await requestLogin('c@example.com', '198.51.100.1', app)).body.code).toBe(7);
    }
    await second.close();
  });

  test('a user has one limit across addresses, another user their own', async () => {
    const [first, second] = [await createTestUser(api), await createTestUser(api)];
    const requestPasswordChange = (token: string, remoteAddress: string) =>
      injectRequest(api, 'POST', '/api/v1/user/password', {
        payload: JSON.stringify({
          current_password: 'wrong1',
          password: 'better22',
          password_confirmation: 'better22',
        }),
        headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
        remoteAddress,
      });
    for (let i = 0; i < 5; i++)
      expect((await requestPasswordChange(first.token, `198.51.103.${i}`)).body.code).toBe(1);
    expect((await requestPasswordChange(first.token, '198.51.103.9')).body.code).toBe(7);
    expect((await requestPasswordChange(second.token, '198.51.103.9')).body.code).toBe(1);
  });

  test('lists are not limited, text searches are', async () => {
    const { token } = await createTestUser(api);
    const requestList = (text: string) =>
      injectRequest(api, 'GET', `/api/v1/products?searchProductText=${text}`, {
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '198.51.104.1',
      });
    for (let i = 0; i < 300; i++) await requestList('zzz');
    expect((await requestList('zzz')).status).toBe(429);
    expect((await requestList('')).status).toBe(200);
  });

  test('lists of guests are limited by address, those of users at the same address are not', async () => {
    const { token } = await createTestUser(api);
    const requestList = (path: string, headers = {}) =>
      injectRequest(api, 'GET', `/api/v1/${path}`, { headers, remoteAddress: '198.51.104.2' });
    for (const path of ['products', 'productsMap']) {
      for (let i = 0; i < 300; i++) await requestList(path);
      expect((await requestList(path)).body.code).toBe(7);
      expect((await requestList(path, { authorization: `Bearer ${token}` })).status).toBe(200);
    }
  });

  test('stored keys contain no addresses', async () => {
    await requestLogin('secret@example.com', '198.51.105.1');
    const { rows } = await api.db.executeQuery<{ key: string }>({
      sql: 'SELECT key FROM rate_limits',
      parameters: [],
    } as never);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|example\.com/);
  });

  test('addresses of one IPv6 network share a limit, another network has its own', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await requestLogin(`v6-${i}@example.com`, `2001:db8:0:1::${i + 1}`)).body.code).toBe(1);
    }
    expect((await requestLogin('v6@example.com', '2001:db8:0:1:ffff:1:2:3')).body.code).toBe(7);
    expect((await requestLogin('v6@example.com', '2001:db8:0:2::1')).body.code).toBe(1);
  });

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:1:2:3:4', '2001:db8:0:1::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ['198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:0:1::7', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('%s is shortened to %s', (address, network) => {
    expect(wideNetworkOf(address)).toBe(network);
  });
});

test('work is ended when its caller goes, and not before', async () => {
  const app = Fastify();
  const begun = Promise.withResolvers<AbortSignal>();
  const release = Promise.withResolvers<void>();
  let working = Promise.resolve();
  app.get('/', async (request) => {
    working = whileConnected(request, async (signal) => {
      begun.resolve(signal);
      await Promise.race([release.promise, once(signal, 'abort')]);
    });
    await working;
    return 'done';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const caller = new AbortController();
  const reply = fetch(url, { signal: caller.signal }).catch(() => 'gone');
  const signal = await begun.promise;
  expect(signal.aborted).toBe(false);
  caller.abort();
  expect(await reply).toBe('gone');
  await working;
  expect(signal.aborted).toBe(true);
  release.resolve();
  expect(await (await fetch(url)).text()).toBe('done');
});
