import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  createLoginCode,
  createProofCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();

const login = async (email: string, proof: { password?: string; code?: string }) => {
  const { token } = await api.client()('login', { body: { email, device_name: 'a telephone', ...proof } });
  return { token, call: api.client(token) };
};
const isSignedIn = async (token: string) => (await api.client(token)('checkAuth')).success;
const getMe = async ({ call }: Pick<TestUser, 'call'>) => (await call('getMe')).data;

/** A user whose account was created by a login code. */
async function signInByCode(email: string) {
  await createLoginCode(api, email);
  return { email, ...(await login(email, { code: LOGIN_CODE })) };
}

const buildPasswordBody = (password: string, currentPassword?: string, confirmation = password) => ({
  body: {
    password,
    password_confirmation: confirmation,
    ...(currentPassword !== undefined && { current_password: currentPassword }),
  },
});

describe('password', () => {
  test('a new password applies at once and ends the other sessions', async () => {
    const user = await createTestUser(api);
    const otherLogin = await login(user.email, { password: TEST_PASSWORD });
    await user.call('updatePassword', buildPasswordBody('padaria27', TEST_PASSWORD));
    expect([await isSignedIn(user.token), await isSignedIn(otherLogin.token)]).toEqual([true, false]);
    await expectApiError(login(user.email, { password: TEST_PASSWORD }), 1, 'password');
    await login(user.email, { password: 'padaria27' });
  });

  test('the first password of an account created by a code needs no current one', async () => {
    const codeUser = await signInByCode('eva@example.com');
    expect((await getMe(codeUser)).has_password).toBe(false);
    await codeUser.call('updatePassword', buildPasswordBody('padaria27'));
    expect((await getMe(codeUser)).has_password).toBe(true);
    await login(codeUser.email, { password: 'padaria27' });
    await expectApiError(
      codeUser.call('updatePassword', buildPasswordBody('sobras99')),
      1,
      'current_password',
    );
  });

  test('a code is required when the sign-in is more than ten minutes old', async () => {
    const ida = await signInByCode('ida@example.com');
    api.clock.advance(11 * MINUTE);
    await expectApiError(ida.call('updatePassword', buildPasswordBody('padaria27')), 1, 'code');
    await createProofCode(api, await getMe(ida), 'password');
    const withCode = (code: string, password = 'padaria27') =>
      ida.call('updatePassword', { body: { ...buildPasswordBody(password).body, code } });
    await expectApiError(withCode('111111'), 1, 'code');
    expect((await getMe(ida)).has_password).toBe(false);
    await expectApiError(withCode(LOGIN_CODE, 'abc'), 1, 'password');
    await withCode(`${LOGIN_CODE.slice(0, 3)} ${LOGIN_CODE.slice(3)}`);
    await login(ida.email, { password: 'padaria27' });
  });

  test('a code replaces a forgotten password', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    const otherLogin = await login(user.email, { password: TEST_PASSWORD });
    await createProofCode(api, user, 'password');
    const withCode = (code: string, currentPassword?: string) =>
      user.call('updatePassword', {
        body: { ...buildPasswordBody('padaria27', currentPassword).body, code },
      });
    await expectApiError(withCode('111111'), 1, 'code');
    await expectApiError(withCode(LOGIN_CODE, 'nonsense1'), 1, 'current_password');
    await login(user.email, { password: TEST_PASSWORD });
    await withCode(LOGIN_CODE);
    await login(user.email, { password: 'padaria27' });
    expect([await isSignedIn(user.token), await isSignedIn(otherLogin.token)]).toEqual([true, false]);
    await expectApiError(withCode(LOGIN_CODE), 1, 'code');
  });

  test('whoever signed in by a code a moment ago sets a new password without another one, once', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    const codeUser = await signInByCode(user.email);
    await expectApiError(codeUser.call('updatePassword', buildPasswordBody('abc')), 1, 'password');
    await expectApiError(
      codeUser.call('updatePassword', buildPasswordBody('padaria27', 'nonsense1')),
      1,
      'current_password',
    );
    await codeUser.call('updatePassword', buildPasswordBody('padaria27'));
    await login(user.email, { password: 'padaria27' });
    expect(await isSignedIn(user.token)).toBe(false);
    await expectApiError(
      codeUser.call('updatePassword', buildPasswordBody('sobras99')),
      1,
      'current_password',
    );
  });

  test('ten minutes after a sign-in by code, and after one by password, a new password needs proof', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    await expectApiError(user.call('updatePassword', buildPasswordBody('padaria27')), 1, 'current_password');
    const codeUser = await signInByCode(user.email);
    api.clock.advance(11 * MINUTE);
    await expectApiError(
      codeUser.call('updatePassword', buildPasswordBody('padaria27')),
      1,
      'current_password',
    );
    await login(user.email, { password: TEST_PASSWORD });
  });

  test('a code does not replace the current password while the address is not verified', async () => {
    const user = await createTestUser(api);
    const { call } = user;
    await createProofCode(api, user, 'password');
    const body = { ...buildPasswordBody('padaria27').body, code: LOGIN_CODE };
    await expectApiError(call('updatePassword', { body }), 1, 'current_password');
  });

  test('all field errors are reported together with the missing code', async () => {
    const ida = await signInByCode('ida2@example.com');
    api.clock.advance(11 * MINUTE);
    await expectApiError(
      ida.call('updatePassword', buildPasswordBody('abc', undefined, 'abd')),
      1,
      'code',
      'password',
      'password_confirmation',
    );
  });

  test('an account without a password and a verified address cannot set one', async () => {
    const { id, call } = await createTestUser(api);
    await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    await expectApiError(call('updatePassword', buildPasswordBody('padaria27')), 1, 'current_password');
  });

  test.each([
    ['current_password', buildPasswordBody('padaria27', 'sobras2')],
    ['current_password', buildPasswordBody('padaria27', '')],
    ['current_password', buildPasswordBody('padaria27')],
    ['password', buildPasswordBody('abc12', TEST_PASSWORD)],
    ['password', buildPasswordBody('padaria', TEST_PASSWORD)],
    ['password', buildPasswordBody('Password1', TEST_PASSWORD)],
    ['password_confirmation', buildPasswordBody('padaria27', TEST_PASSWORD, 'padaria28')],
  ])('%s: %j is refused and changes nothing', async (field, input) => {
    const { email, call } = await createTestUser(api);
    await expectApiError(call('updatePassword', input), 1, field);
    await login(email, { password: TEST_PASSWORD });
  });

  test('all field errors are reported at once', async () => {
    const { call } = await createTestUser(api);
    await expectApiError(
      call('updatePassword', buildPasswordBody('abc', 'nonsense', 'abd')),
      1,
      'current_password',
      'password',
      'password_confirmation',
    );
  });

  test('password attempts are rate-limited', async () => {
    const { token } = await createTestUser(api);
    const attempt = () =>
      injectRequest(api, 'POST', '/api/v1/user/password', {
        payload: JSON.stringify(buildPasswordBody('padaria27', 'nonsense').body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.21',
      });
    for (let i = 0; i < 5; i++) expect((await attempt()).body.code).toBe(1);
    expect((await attempt()).body.code).toBe(7);
  });
});

describe('the language of mails', () => {
  const findLanguage = async ({ id }: TestUser) =>
    (await api.db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow())
      .language;
  const act = ({ token }: TestUser, language: string) =>
    sendRequest(api, 'endOtherDevices', { token, language });

  test('is that of the app in which the user last did something', async () => {
    const user = await createTestUser(api);
    await act(user, 'ru');
    expect(await findLanguage(user)).toBe('ru');
    await act(user, 'pt');
    expect(await findLanguage(user)).toBe('pt');
  });

  test('stays when a browser prefers another, and when something is only read', async () => {
    const user = await createTestUser(api);
    await act(user, 'ru-RU,ru;q=0.9,en;q=0.8');
    await sendRequest(api, 'listDevices', { token: user.token, language: 'pt' });
    expect(await findLanguage(user)).toBe('en');
  });
});

test('mails use the language of the interface', async () => {
  const { id, call } = await createTestUser(api);
  await call('updateLanguage', { body: { language: 'ru' } });
  const query = api.db.selectFrom('users').select('language').where('id', '=', id);
  expect((await query.executeTakeFirstOrThrow()).language).toBe('ru');
});

describe('verifying the address while signed in', () => {
  test('keeps the password and the current session and ends the others', async () => {
    const user = await createTestUser(api);
    const otherLogin = await login(user.email, { password: TEST_PASSWORD });
    await createProofCode(api, user, 'verify_email');
    await user.call('verifyEmail', { body: { code: ` ${LOGIN_CODE.slice(0, 3)}-${LOGIN_CODE.slice(3)} ` } });
    expect(await getMe(user)).toMatchObject({ email_verified: true, has_password: true });
    expect([await isSignedIn(user.token), await isSignedIn(otherLogin.token)]).toEqual([true, false]);
    await login(user.email, { password: TEST_PASSWORD });
  });

  test('repeated verification ends no session', async () => {
    const codeUser = await signInByCode('again@example.com');
    const secondLogin = await signInByCode(codeUser.email);
    await createProofCode(api, await getMe(codeUser), 'verify_email');
    await codeUser.call('verifyEmail', { body: { code: LOGIN_CODE } });
    expect(await isSignedIn(secondLogin.token)).toBe(true);
  });

  test('a wrong code, a code of another address and an expired code are refused; five tries at most', async () => {
    const [user, otherUser] = [await createTestUser(api), await createTestUser(api)];
    await createProofCode(api, otherUser, 'verify_email');
    const attempt = (code: string) => user.call('verifyEmail', { body: { code } });
    await expectApiError(attempt(LOGIN_CODE), 1, 'code');
    await createProofCode(api, user, 'verify_email');
    api.clock.advance(11 * MINUTE);
    await expectApiError(attempt(LOGIN_CODE), 1, 'code');
    await createProofCode(api, user, 'verify_email');
    for (let i = 0; i < 5; i++) await expectApiError(attempt('111111'), 1, 'code');
    await expectApiError(attempt(LOGIN_CODE), 1, 'code');
    expect((await getMe(user)).email_verified).toBe(false);
  });
});

describe('changing the e-mail address', () => {
  const NEW_EMAIL = 'nova.morada@example.com';
  const codeForNew = { email: NEW_EMAIL, email_code: LOGIN_CODE };

  test('takes a code from the new address and the password, and tells the former address', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    const otherLogin = await login(user.email, { password: TEST_PASSWORD });
    await createProofCode(api, user, 'verify_email', NEW_EMAIL);
    await user.call('updateEmail', { body: { ...codeForNew, password: TEST_PASSWORD } });
    expect(await getMe(user)).toMatchObject({ email: NEW_EMAIL, email_verified: true });
    expect([await isSignedIn(user.token), await isSignedIn(otherLogin.token)]).toEqual([true, false]);
    await api.jobs.runDue();
    const mails = api.mails.filter(({ to }) => to === user.email);
    expect(mails).toMatchObject([{ subject: 'Your WoPack account has another e-mail' }]);
    expect(mails[0]!.text.replaceAll('\u200C', '')).toContain(NEW_EMAIL);
    await login(NEW_EMAIL, { password: TEST_PASSWORD });
    await expectApiError(login(user.email, { password: TEST_PASSWORD }), 1, 'password');
  });

  test('a code from the present address replaces the password', async () => {
    const codeUser = await signInByCode('code.only@example.com');
    const user = await getMe(codeUser);
    await createProofCode(api, user, 'verify_email', 'code.only.new@example.com');
    await createProofCode(api, user, 'change_email');
    const body = { email: 'code.only.new@example.com', email_code: LOGIN_CODE, code: LOGIN_CODE };
    await codeUser.call('updateEmail', { body });
    expect((await getMe(codeUser)).email).toBe('code.only.new@example.com');
  });

  test('a field for a code does not ask for a password', async () => {
    const user = await createTestUser(api);
    const error = await user.call('updateEmail', { body: codeForNew }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      errors: { password: ['Enter a password or a code.'], code: ['Fill this in.'] },
    });
  });

  test('without proof, with a wrong code, or to the address of another account it is refused', async () => {
    const [user, otherUser] = [await createTestUser(api), await createTestUser(api)];
    const attempt = (body: Partial<Input<'updateEmail'>['body']>) =>
      user.call('updateEmail', { body: { ...codeForNew, ...body } });
    await createProofCode(api, user, 'verify_email', NEW_EMAIL);
    await expectApiError(attempt({}), 1, 'code', 'password');
    await expectApiError(attempt({ password: 'wrong12' }), 1, 'password');
    await expectApiError(attempt({ password: TEST_PASSWORD, email_code: '111111' }), 1, 'email_code');
    await createProofCode(api, user, 'verify_email', otherUser.email);
    await expectApiError(attempt({ password: TEST_PASSWORD, email: otherUser.email }), 1, 'email');
    expect((await getMe(user)).email).toBe(user.email);
  });
});

describe('a code works for its purpose alone', () => {
  const purposes = ['verify_email', 'password', 'change_email', 'deletion'] as const;
  type Purpose = (typeof purposes)[number];

  const tryCode = (user: TestUser, use: Purpose): Promise<unknown> => {
    const code = LOGIN_CODE;
    switch (use) {
      case 'verify_email':
        return user.call('verifyEmail', { body: { code } });
      case 'password':
        return user.call('updatePassword', { body: { ...buildPasswordBody('padaria27').body, code } });
      case 'change_email':
        return user.call('updateEmail', {
          body: { email: `to.${user.email}`, email_code: LOGIN_CODE, code },
        });
      case 'deletion':
        return user.call('deleteAccount', { body: { code } });
    }
  };

  test.each(['sign_in', ...purposes] as const)('%s', async (purpose) => {
    for (const use of purposes) {
      const user = await createTestUser(api, { isEmailVerified: true });
      if (purpose === 'sign_in') await createLoginCode(api, user.email);
      else await createProofCode(api, user, purpose);
      if (use === 'change_email') await createProofCode(api, user, 'verify_email', `to.${user.email}`);
      if (use === purpose) await tryCode(user, use);
      else await expectApiError(tryCode(user, use), 1, 'code');
      const signIn = login(user.email, { code: LOGIN_CODE });
      if (purpose === 'sign_in') await signIn;
      else await expectApiError(signIn, 1, 'code');
    }
  });

  test('and for the account that asked for it', async () => {
    const [user, other] = [await createTestUser(api), await createTestUser(api)];
    await createProofCode(api, other, 'verify_email', 'wanted@example.com');
    const body = { email: 'wanted@example.com', email_code: LOGIN_CODE, password: TEST_PASSWORD };
    await expectApiError(user.call('updateEmail', { body }), 1, 'email_code');
    await other.call('updateEmail', { body });
  });

  const sendCode = (call: TestUser['call'], email: string, purpose?: Purpose | 'payout' | 'sign_in') =>
    call('sendCode', { body: { email, device_name: 'x', ...(purpose && { purpose }) } });

  test('only a signed-in user gets other codes than those to sign in, at the own address', async () => {
    const [user, other] = [await createTestUser(api), await createTestUser(api)];
    await sendCode(api.client(), user.email);
    for (const purpose of [...purposes, 'payout'] as const) {
      await expectApiError(sendCode(api.client(), user.email, purpose), 2);
      await sendCode(user.call, user.email.toUpperCase(), purpose);
      if (purpose !== 'verify_email')
        await expectApiError(sendCode(user.call, other.email, purpose), 1, 'email');
    }
    // To a new address of the account.
    await sendCode(user.call, 'new.one@example.com', 'verify_email');
    await api.jobs.runDue();
    expect(api.mails.filter(({ to }) => to.toLowerCase() === user.email.toLowerCase())).toHaveLength(6);
    expect(api.mails.filter(({ to }) => to === other.email)).toEqual([]);
  });

  test.each([
    ['en', 'With it you sign in to WoPack.', 'With it you delete your WoPack account.'],
    ['pt', 'Com ele entras no WoPack.', 'Com ele eliminas a tua conta WoPack.'],
    ['ru', 'С ним ты войдёшь в WoPack.', 'С ним ты удалишь свой аккаунт WoPack.'],
  ] as const)('which the mail names: %s', async (language, forSignIn, forDeletion) => {
    const user = await createTestUser(api);
    const call = api.client(user.token, language);
    for (const [purpose, text] of [
      [undefined, forSignIn],
      ['deletion', forDeletion],
    ] as const) {
      await sendCode(call, user.email, purpose);
      await api.jobs.runDue();
      expect(api.mails.findLast(({ to }) => to === user.email)!.text).toContain(text);
    }
  });

  test('after five wrong tries another one is sent', async () => {
    const user = await createTestUser(api);
    const getCode = async () => {
      await sendCode(user.call, user.email, 'verify_email');
      await api.jobs.runDue();
      return /\d{6}/.exec(api.mails.findLast(({ to }) => to === user.email)!.subject)![0];
    };
    const code = await getCode();
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++)
      await expectApiError(user.call('verifyEmail', { body: { code: wrong } }), 1, 'code');
    await expectApiError(user.call('verifyEmail', { body: { code } }), 1, 'code');
    const next = await getCode();
    expect(next).not.toBe(code);
    await user.call('verifyEmail', { body: { code: next } });
  });
});

test('guesses of the password by whoever has a session are limited by the hour', async () => {
  const { token } = await createTestUser(api);
  const attempt = (path: string, body: object) =>
    injectRequest(api, 'POST', `/api/v1/user/${path}`, {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      remoteAddress: '203.0.113.90',
    });
  const endMinute = () => sql`DELETE FROM rate_limits WHERE key LIKE '%1 minute%'`.execute(api.db);
  const codes = [];
  for (let i = 0; i < 21; i++) {
    if (i % 5 === 0) await endMinute();
    codes.push((await attempt('delete', { password: 'nonsense1' })).body.code);
  }
  expect(codes).toEqual([...Array(20).fill(1), 7]);
});
