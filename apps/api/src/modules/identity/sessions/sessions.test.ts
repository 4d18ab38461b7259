import type { Input } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import {
  createDeviceToken,
  createLoginCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  TEST_PASSWORD,
} from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const login = (body: Omit<Input<'login'>['body'], 'device_name'>) =>
  api.client()('login', { body: { device_name: 'a telephone', ...body } });
const isSignedIn = async (token: string) => (await api.client(token)('checkAuth')).success;

describe('token lifetime', () => {
  test('not remembered: 24 hours without use', async () => {
    const { email } = await createTestUser(api);
    const { token } = await login({ email, password: TEST_PASSWORD, remember: false });
    api.clock.advance(DAY - 1);
    expect(await isSignedIn(token)).toBe(true);
    const otherLogin = await login({ email, password: TEST_PASSWORD, remember: false });
    api.clock.advance(DAY);
    expect(await isSignedIn(otherLogin.token)).toBe(false);
    await expectApiError(api.client(otherLogin.token)('getMe'), 2);
  });

  test('remembered: 90 days without use', async () => {
    const { email } = await createTestUser(api);
    const [firstLogin, secondLogin] = [
      await login({ email, password: TEST_PASSWORD }),
      await login({ email, password: TEST_PASSWORD }),
    ];
    api.clock.advance(90 * DAY - 1);
    expect(await isSignedIn(firstLogin.token)).toBe(true);
    api.clock.advance(1);
    expect(await isSignedIn(secondLogin.token)).toBe(false);
  });

  test.each([
    [false, DAY, 5],
    [true, 90 * DAY, 2],
  ])('use extends the token (remember: %s)', async (remember, lifetimeMs, uses) => {
    const { email } = await createTestUser(api);
    const { token } = await login({ email, password: TEST_PASSWORD, remember });
    for (let i = 0; i < uses; i++) {
      api.clock.advance(0.9 * lifetimeMs);
      expect(await isSignedIn(token)).toBe(true);
    }
  });

  test('after 180 days a session ends, however much it is used', async () => {
    const user = await createTestUser(api);
    const { token } = await login({ email: user.email, password: TEST_PASSWORD });
    for (let day = 0; day < 179; day += 60) {
      api.clock.advance(59 * DAY);
      expect(await isSignedIn(token)).toBe(true);
    }
    api.clock.advance(3 * DAY - 1);
    expect(await isSignedIn(token)).toBe(true);
    const { token: later } = await login({ email: user.email, password: TEST_PASSWORD });
    api.clock.advance(1);
    expect(await isSignedIn(token)).toBe(false);
    const call = api.client(later);
    expect((await call('listDevices')).data).toHaveLength(1);
    expect((await call('exportAccount')).devices).toHaveLength(1);
    await api.jobs.runScheduled('identity.delete-expired-data');
    const tokens = api.db.selectFrom('tokens').select('id').where('user_id', '=', user.id);
    expect(await tokens.execute()).toHaveLength(1);
  });

  test('expired tokens are deleted at night', async () => {
    const { email } = await createTestUser(api);
    await login({ email, password: TEST_PASSWORD });
    await api.client()('sendCode', { body: { email, device_name: 'a telephone' } });
    api.clock.advance(91 * DAY);
    await api.jobs.runScheduled('identity.delete-expired-data');
    for (const table of ['tokens', 'login_codes'] as const) {
      const expiredRows = api.db
        .selectFrom(table)
        .select('expires_at')
        .where('expires_at', '<=', api.clock.now());
      expect(await expiredRows.execute()).toEqual([]);
    }
  });
});

describe('end of a session', () => {
  test('logging out ends only this token', async () => {
    const { email, token, call } = await createTestUser(api);
    const otherLogin = await login({ email, password: TEST_PASSWORD });
    expect(await call('logout')).toEqual({ success: true, code: 0 });
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(otherLogin.token)).toBe(true);
    await expectApiError(call('logout'), 2);
  });

  test('checkAuth answers 200 with false for any invalid token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x',
      'Basic abc',
      `Bearer ${'x'.repeat(5000)}`,
      'Bearer a b',
    ]) {
      const response = await injectRequest(api, 'GET', '/api/v1/user/checkAuth', {
        headers: { authorization },
      });
      expect({ status: response.status, body: response.body }).toEqual({
        status: 200,
        body: { success: false },
      });
    }
    expect((await api.client()('checkAuth')).success).toBe(false);
  });

  test('only the hash of a token is stored', async () => {
    const { token } = await createTestUser(api);
    const rows = await api.db.selectFrom('tokens').selectAll().execute();
    expect(
      rows.some(({ hash }) => hash.toString().includes(token) || hash.toString('base64url') === token),
    ).toBe(false);
  });
});

describe('devices', () => {
  test('the current device comes first, then the others by last use', async () => {
    const user = await createTestUser(api);
    await createDeviceToken(api, user, 'old tablet');
    const startedAt = api.clock.now();
    api.clock.advance(2 * HOUR);
    await createDeviceToken(api, user, 'new telephone');
    await api.client(user.token)('getMe');
    const { data } = await user.call('listDevices');
    expect(data.map(({ device_name }) => device_name)).toEqual(['test', 'new telephone', 'old tablet']);
    expect(data.map(({ is_current }) => is_current)).toEqual([true, false, false]);
    expect(data[0]).toMatchObject({
      created_at: startedAt.toISOString(),
      last_used: api.clock.now().toISOString(),
    });
    expect(data[2]!.last_used).toBe(startedAt.toISOString());
  });

  test('only the user a device belongs to can sign it out', async () => {
    const user = await createTestUser(api);
    const otherLogin = await login({ email: user.email, password: TEST_PASSWORD });
    const [, otherDevice] = (await user.call('listDevices')).data;
    await expectApiError(
      (await createTestUser(api)).call('endDevice', { params: { id: otherDevice!.id } }),
      4,
    );
    expect(await isSignedIn(otherLogin.token)).toBe(true);
    await user.call('endDevice', { params: { id: otherDevice!.id } });
    expect([await isSignedIn(user.token), await isSignedIn(otherLogin.token)]).toEqual([true, false]);
    await expectApiError(user.call('endDevice', { params: { id: otherDevice!.id } }), 4);
  });

  test('all other devices are signed out at once', async () => {
    const [user, otherUser] = [await createTestUser(api), await createTestUser(api)];
    await createLoginCode(api, 'ana@example.com');
    const otherLogins = [
      await login({ email: user.email, password: TEST_PASSWORD }),
      await login({ email: 'ana@example.com', code: LOGIN_CODE }),
    ];
    await user.call('endOtherDevices');
    const tokens = [user.token, otherUser.token, ...otherLogins.map(({ token }) => token)];
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, true, false, true]);
  });

  test('expired sessions are not listed', async () => {
    const user = await createTestUser(api);
    await api.client()('login', {
      body: { email: user.email, password: TEST_PASSWORD, device_name: 'a library', remember: false },
    });
    expect((await user.call('listDevices')).data).toHaveLength(2);
    api.clock.advance(25 * HOUR);
    expect((await user.call('listDevices')).data).toHaveLength(1);
  });
});
