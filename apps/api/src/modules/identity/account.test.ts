import { describe, expect, test } from 'vitest';
import {
  anotherDevice,
  CODE,
  codeFor,
  expectRefusal,
  PASSWORD,
  type Person,
  person,
} from '../../../test/builders.ts';
import { request } from '../../../test/send.ts';
import { MINUTE, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const HOUR = 60 * MINUTE;

const login = async (email: string, proof: { password?: string; code?: string }) => {
  const { token } = await api.client()('login', { body: { email, device_name: 'a telephone', ...proof } });
  return { token, call: api.client(token) };
};
const works = async (token: string) => (await api.client(token)('checkAuth')).success;
const meOf = async ({ call }: Pick<Person, 'call'>) => (await call('me')).data;

/** Somebody whose account a code made. */
async function byCode(email: string) {
  await codeFor(api, email);
  return { email, ...(await login(email, { code: CODE })) };
}

const passwords = (password: string, current?: string, again = password) => ({
  body: {
    password,
    password_confirmation: again,
    ...(current !== undefined && { current_password: current }),
  },
});

describe('password', () => {
  test('a new one counts from now on, and ends the other tokens', async () => {
    const marta = await person(api);
    const other = await login(marta.email, { password: PASSWORD });
    await marta.call('savePassword', passwords('padaria27', PASSWORD));
    expect([await works(marta.token), await works(other.token)]).toEqual([true, false]);
    await expectRefusal(login(marta.email, { password: PASSWORD }), 1, 'password');
    await login(marta.email, { password: 'padaria27' });
  });

  test('the first one of an account made by a code needs no other', async () => {
    const eva = await byCode('eva@example.com');
    expect((await meOf(eva)).has_password).toBe(false);
    await eva.call('savePassword', passwords('padaria27'));
    expect((await meOf(eva)).has_password).toBe(true);
    await login(eva.email, { password: 'padaria27' });
    await expectRefusal(eva.call('savePassword', passwords('sobras99')), 1, 'current_password');
  });

  test('it needs a new code when the sign-in is over ten minutes ago', async () => {
    const ida = await byCode('ida@example.com');
    api.clock.advance(11 * MINUTE);
    await expectRefusal(ida.call('savePassword', passwords('padaria27')), 1, 'code');
    await codeFor(api, ida.email);
    const withCode = (code: string, password = 'padaria27') =>
      ida.call('savePassword', { body: { ...passwords(password).body, code } });
    await expectRefusal(withCode('111111'), 1, 'code');
    expect((await meOf(ida)).has_password).toBe(false);
    await expectRefusal(withCode(CODE, 'abc'), 1, 'password');
    await withCode(CODE);
    await login(ida.email, { password: 'padaria27' });
  });

  test('a code does not take the place of the current password', async () => {
    const { email, call } = await person(api);
    await codeFor(api, email);
    const body = { ...passwords('padaria27').body, code: CODE };
    await expectRefusal(call('savePassword', { body }), 1, 'current_password');
  });

  test('all that is wrong is told with the missing code', async () => {
    const ida = await byCode('ida2@example.com');
    api.clock.advance(11 * MINUTE);
    await expectRefusal(
      ida.call('savePassword', passwords('abc', undefined, 'abd')),
      1,
      'code',
      'password',
      'password_confirmation',
    );
  });

  test('but a proven address', async () => {
    const { id, call } = await person(api);
    await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    await expectRefusal(call('savePassword', passwords('padaria27')), 1, 'current_password');
  });

  test.each([
    ['current_password', passwords('padaria27', 'sobras2')],
    ['current_password', passwords('padaria27', '')],
    ['current_password', passwords('padaria27')],
    ['password', passwords('abc12', PASSWORD)],
    ['password', passwords('padaria', PASSWORD)],
    ['password', passwords('Password1', PASSWORD)],
    ['password_confirmation', passwords('padaria27', PASSWORD, 'padaria28')],
  ])('%s: %j is refused and changes nothing', async (field, input) => {
    const { email, call } = await person(api);
    await expectRefusal(call('savePassword', input), 1, field);
    await login(email, { password: PASSWORD });
  });

  test('all that is wrong is told at once', async () => {
    const { call } = await person(api);
    await expectRefusal(
      call('savePassword', passwords('abc', 'nonsense', 'abd')),
      1,
      'current_password',
      'password',
      'password_confirmation',
    );
  });

  test('guessing is slowed down', async () => {
    const { token } = await person(api);
    const attempt = () =>
      request(api, 'POST', '/api/v1/user/password', {
        payload: JSON.stringify(passwords('padaria27', 'nonsense').body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.21',
      });
    for (let i = 0; i < 5; i++) expect((await attempt()).body.code).toBe(1);
    expect((await attempt()).body.code).toBe(7);
  });
});

describe('devices', () => {
  test('the one that asks first, then by when they were used', async () => {
    const marta = await person(api);
    await anotherDevice(api, marta, 'old tablet');
    const begun = api.clock.now();
    api.clock.advance(2 * HOUR);
    await anotherDevice(api, marta, 'new telephone');
    await api.client(marta.token)('me');
    const { data } = await marta.call('listDevices');
    expect(data.map(({ device_name }) => device_name)).toEqual(['test', 'new telephone', 'old tablet']);
    expect(data.map(({ is_current }) => is_current)).toEqual([true, false, false]);
    expect(data[0]).toMatchObject({
      created_at: begun.toISOString(),
      last_used: api.clock.now().toISOString(),
    });
    expect(data[2]!.last_used).toBe(begun.toISOString());
  });

  test('one is ended, by whoever it belongs to alone', async () => {
    const marta = await person(api);
    const other = await login(marta.email, { password: PASSWORD });
    const [, listed] = (await marta.call('listDevices')).data;
    await expectRefusal((await person(api)).call('endDevice', { params: { id: listed!.id } }), 4);
    expect(await works(other.token)).toBe(true);
    await marta.call('endDevice', { params: { id: listed!.id } });
    expect([await works(marta.token), await works(other.token)]).toEqual([true, false]);
    await expectRefusal(marta.call('endDevice', { params: { id: listed!.id } }), 4);
  });

  test('all others at once', async () => {
    const [marta, rui] = [await person(api), await person(api)];
    const others = [await login(marta.email, { password: PASSWORD }), await byCode('ana@example.com')];
    await marta.call('endOtherDevices');
    const tokens = [marta.token, rui.token, ...others.map(({ token }) => token)];
    expect(await Promise.all(tokens.map(works))).toEqual([true, true, false, true]);
  });

  test('what is over is not listed', async () => {
    const marta = await person(api);
    await api.client()('login', {
      body: { email: marta.email, password: PASSWORD, device_name: 'a library', remember: false },
    });
    expect((await marta.call('listDevices')).data).toHaveLength(2);
    api.clock.advance(25 * HOUR);
    expect((await marta.call('listDevices')).data).toHaveLength(1);
  });
});

test('mails follow the language of the interface', async () => {
  const { id, call } = await person(api);
  await call('saveLanguage', { body: { language: 'ru' } });
  const query = api.db.selectFrom('users').select('language').where('id', '=', id);
  expect((await query.executeTakeFirstOrThrow()).language).toBe('ru');
});

describe('the address, proven from inside', () => {
  test('keeps the password and this token, ends the others', async () => {
    const marta = await person(api);
    const other = await login(marta.email, { password: PASSWORD });
    await codeFor(api, marta.email);
    await marta.call('verifyEmail', { body: { code: ` ${CODE} ` } });
    expect(await meOf(marta)).toMatchObject({ email_verified: true, has_password: true });
    expect([await works(marta.token), await works(other.token)]).toEqual([true, false]);
    await login(marta.email, { password: PASSWORD });
  });

  test('again it ends nothing', async () => {
    const eva = await byCode('again@example.com');
    const second = await byCode(eva.email);
    await codeFor(api, eva.email);
    await eva.call('verifyEmail', { body: { code: CODE } });
    expect(await works(second.token)).toBe(true);
  });

  test('not by a wrong code, one of another address, or one too old; five tries, then none', async () => {
    const [marta, rui] = [await person(api), await person(api)];
    await codeFor(api, rui.email);
    const attempt = (code: string) => marta.call('verifyEmail', { body: { code } });
    await expectRefusal(attempt(CODE), 1, 'code');
    await codeFor(api, marta.email);
    api.clock.advance(11 * MINUTE);
    await expectRefusal(attempt(CODE), 1, 'code');
    await codeFor(api, marta.email);
    for (let i = 0; i < 5; i++) await expectRefusal(attempt('111111'), 1, 'code');
    await expectRefusal(attempt(CODE), 1, 'code');
    expect((await meOf(marta)).email_verified).toBe(false);
  });
});
