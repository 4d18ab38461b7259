import { expect, test } from 'vitest';
import { createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest } from '../../../test/support/test-request.ts';
import { buildApp } from '../../app.ts';
import { networkOf } from './rate-limits.ts';

const api = useTestApp();

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

test('one mailbox is not flooded from many addresses', async () => {
  const requestCode = (email: string, remoteAddress: string) =>
    injectRequest(api, 'POST', '/api/v1/send_code', {
      payload: JSON.stringify({ email, device_name: 'test' }),
      headers: JSON_BODY,
      remoteAddress,
    });
  for (let i = 0; i < 10; i++) {
    expect((await requestCode('Full@example.com', `198.51.101.${i}`)).body.code).toBe(0);
  }
  expect((await requestCode('full@example.com', '198.51.102.1')).body.code).toBe(7);
  expect((await requestCode('other@example.com', '198.51.102.1')).body.code).toBe(0);
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
