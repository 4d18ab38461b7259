import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import {
  createProofCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  createLoginCode as storeCode,
  TEST_PASSWORD,
} from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
type Body = Input<'login'>['body'];

const login = (body: Omit<Body, 'device_name'>) =>
  api.client()('login', { body: { device_name: 'a telephone', ...body } });

async function requestLoginCode(email: string, language: 'pt' | 'en' | 'ru' = 'en'): Promise<string> {
  await api.client(null, language)('sendCode', { body: { email, device_name: 'a telephone' } });
  await api.jobs.runDue();
  const mail = api.mails.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail!.text)![0];
}

const buildWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const isSignedIn = async (token: string) => (await api.client(token)('checkAuth')).success;

describe('by password', () => {
  test('the right password works for any case of the address', async () => {
    const { email, id } = await createTestUser(api);
    const { token, code } = await login({ email: email.toUpperCase(), password: TEST_PASSWORD });
    expect(code).toBe(0);
    expect((await api.client(token)('getMe')).data.id).toBe(id);
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await createTestUser(api);
    const refusals = await Promise.all(
      [
        { email, password: 'sobras2' },
        { email: 'nobody@example.com', password: TEST_PASSWORD },
      ].map((body) =>
        login(body).catch(({ status, code, message, errors }) => ({ status, code, message, errors })),
      ),
    );
    expect(refusals[0]).toMatchObject({ status: 422, code: 1, errors: { password: [expect.any(String)] } });
    expect(refusals[1]).toEqual(refusals[0]);
  });

  test('without password and code both fields are refused', async () => {
    const { email } = await createTestUser(api);
    await expectApiError(login({ email }), 1, 'code', 'password');
    await expectApiError(login({ email, password: '', code: '' }), 1, 'code', 'password');
  });

  test('an account created by a code has no matching password', async () => {
    const email = 'coded@example.com';
    await login({ email, code: await requestLoginCode(email) });
    for (const password of ['x', 'null', TEST_PASSWORD])
      await expectApiError(login({ email, password }), 1, 'password');
  });
});

describe('by code', () => {
  test("an unknown address gets an account, verified and in the request's language", async () => {
    const email = 'nova@example.com';
    const code = await requestLoginCode(email, 'pt');
    expect(api.mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining(code) });
    const { token } = await api.client(null, 'pt')('login', { body: { email, code, device_name: 'x' } });
    expect((await api.client(token)('getMe')).data).toMatchObject({
      email,
      email_verified: true,
      is_owner: false,
    });
    const user = await api.db
      .selectFrom('users')
      .select('language')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(user?.language).toBe('pt');
  });

  test('a referral link counts for a new account', async () => {
    const partner = await createTestUser(api, { isPartner: true });
    const userQuery = api.db.selectFrom('users').select(['referral_code', 'referred_by']);
    const { referral_code } = await userQuery.where('id', '=', partner.id).executeTakeFirstOrThrow();
    const email = 'referred@example.com';
    await login({ email, code: await requestLoginCode(email), ref_link: referral_code });
    expect((await userQuery.where('email', '=', email).executeTakeFirstOrThrow()).referred_by).toBe(
      partner.id,
    );
  });

  test('surrounding spaces and the case of the address are ignored', async () => {
    const code = await requestLoginCode('spaces@example.com');
    expect((await login({ email: 'SPACES@example.com', code: ` ${code} ` })).code).toBe(0);
  });

  test.each([' ', '-', '\u2011', '\u00a0'])(
    'it may be typed in groups, with %j between them',
    async (separator) => {
      const email = 'groups@example.com';
      const digits = await requestLoginCode(email);
      const code = digits.slice(0, 3) + separator + digits.slice(3);
      expect((await login({ email, code })).code).toBe(0);
    },
  );

  test('a code works once', async () => {
    const email = 'once@example.com';
    const code = await requestLoginCode(email);
    await login({ email, code });
    await expectApiError(login({ email, code }), 1, 'code');
  });

  test('of ten concurrent logins with one code one succeeds', async () => {
    const email = 'atonce@example.com';
    const code = await requestLoginCode(email);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => login({ email, code })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a code is valid for ten minutes', async () => {
    const [earlyEmail, lateEmail] = ['early@example.com', 'late@example.com'];
    const [validCode, expiredCode] = [await requestLoginCode(earlyEmail), await requestLoginCode(lateEmail)];
    api.clock.advance(10 * MINUTE - 1);
    await login({ email: earlyEmail, code: validCode });
    api.clock.advance(1);
    await expectApiError(login({ email: lateEmail, code: expiredCode }), 1, 'code');
  });

  test('after five wrong tries the right code is refused until a new one is sent', async () => {
    const email = 'guessed@example.com';
    const code = await requestLoginCode(email);
    for (let i = 0; i < 5; i++) await expectApiError(login({ email, code: buildWrongCode(code) }), 1, 'code');
    await expectApiError(login({ email, code }), 1, 'code');
    expect((await login({ email, code: await requestLoginCode(email) })).code).toBe(0);
  });

  test('four wrong tries leave the code valid', async () => {
    const email = 'clumsy@example.com';
    const code = await requestLoginCode(email);
    for (let i = 0; i < 4; i++) await expectApiError(login({ email, code: buildWrongCode(code) }), 1, 'code');
    expect((await login({ email, code })).code).toBe(0);
  });

  test('concurrent wrong tries are counted one by one', async () => {
    const email = 'stormed@example.com';
    const code = await requestLoginCode(email);
    await Promise.allSettled(Array.from({ length: 20 }, () => login({ email, code: buildWrongCode(code) })));
    await expectApiError(login({ email, code }), 1, 'code');
  });

  test('of fifty concurrent wrong tries exactly five are compared', async () => {
    const email = 'crowded@example.com';
    const code = await requestLoginCode(email);
    const tries = Array.from({ length: 50 }, () => login({ email, code: buildWrongCode(code) }));
    expect((await Promise.allSettled(tries)).every(({ status }) => status === 'rejected')).toBe(true);
    const row = api.db.selectFrom('login_codes').select('failed_attempts').where('email', '=', email);
    expect(await row.executeTakeFirst()).toEqual({ failed_attempts: 5 });
    await expectApiError(login({ email, code }), 1, 'code');
  });

  test('at most five of twelve concurrent tries are compared, wherever the right one is', async () => {
    // Counts every try, also of consumed codes.
    await sql`CREATE TABLE counted_tries (email citext NOT NULL);
CREATE FUNCTION count_try() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO counted_tries VALUES (new.email); RETURN new; END $$;
CREATE TRIGGER count_try AFTER UPDATE OF failed_attempts ON login_codes FOR EACH ROW
WHEN (new.failed_attempts > old.failed_attempts) EXECUTE FUNCTION count_try()`.execute(api.ownerDb);
    for (let position = 0; position < 12; position++) {
      const email = `position${position}@example.com`;
      const code = await requestLoginCode(email);
      const guesses = Array.from({ length: 12 }, (_, i) => (i === position ? code : buildWrongCode(code)));
      await Promise.allSettled(guesses.map((guess) => login({ email, code: guess })));
      const { rows } = await sql`SELECT FROM counted_tries WHERE email = ${email}`.execute(api.db);
      expect(rows.length, `right at position ${position}`).toBeLessThanOrEqual(5);
    }
    await sql`DROP TABLE counted_tries; DROP FUNCTION count_try CASCADE`.execute(api.ownerDb);
  });

  test('asked again while it works, the same code is sent, and it lives ten minutes from then', async () => {
    const email = 'twice@example.com';
    const first = await requestLoginCode(email);
    api.clock.advance(9 * MINUTE);
    expect(await requestLoginCode(email)).toBe(first);
    api.clock.advance(9 * MINUTE);
    await expectApiError(login({ email: 'else@example.com', code: first }), 1, 'code');
    await login({ email, code: first });
    expect(await requestLoginCode(email)).not.toBe(first);
  });

  test('requesting a code does not reveal whether an account exists', async () => {
    const { email } = await createTestUser(api);
    const sendCode = (address: string) =>
      injectRequest(api, 'POST', '/api/v1/send_code', {
        payload: JSON.stringify({ email: address, device_name: 'x' }),
        headers: { 'content-type': 'application/json' },
      });
    const [registeredReply, unknownReply] = [await sendCode(email), await sendCode('stranger@example.com')];
    expect(registeredReply).toMatchObject({ status: 200, body: { success: true, code: 0 } });
    expect(unknownReply.text).toBe(registeredReply.text);
    await api.jobs.runDue();
    expect(api.mails.slice(-2).map(({ to }) => to)).toEqual([email, 'stranger@example.com']);
  });

  test('only the hash of a code is stored', async () => {
    const code = await requestLoginCode('hashed@example.com');
    const storedCodes = await api.db
      .selectFrom('login_codes')
      .selectAll()
      .where('email', '=', 'hashed@example.com')
      .execute();
    expect(JSON.stringify(storedCodes)).not.toContain(code);
    expect(storedCodes[0]!.hash!.toString()).not.toContain(code);
  });
});

test('the first code for an unverified address resets access of whoever registered it', async () => {
  // An attacker registers the address of another user and has a password and a token.
  const squatter = await createTestUser(api);
  const { token } = await login({ email: squatter.email, code: await requestLoginCode(squatter.email) });
  expect(await isSignedIn(squatter.token)).toBe(false);
  await expectApiError(login({ email: squatter.email, password: TEST_PASSWORD }), 1, 'password');
  expect((await api.client(token)('getMe')).data).toMatchObject({ id: squatter.id, email_verified: true });
  // After that a login by code ends no session.
  await login({ email: squatter.email, code: await requestLoginCode(squatter.email) });
  expect(await isSignedIn(token)).toBe(true);
});

describe('the first verified sign-in to an unverified account', () => {
  const listLinkedProviders = (userId: number) =>
    api.db.selectFrom('social_identities').select('provider').where('user_id', '=', userId).execute();

  test('by code removes linked accounts and notifies the user', async () => {
    const { id, email } = await createTestUser(api);
    const identity = { provider: 'facebook', subject: `fb-${id}`, user_id: id, created_at: api.clock.now() };
    await api.db.insertInto('social_identities').values(identity).execute();
    const answer = await login({ email, code: await requestLoginCode(email) });
    expect(answer).toEqual({ token: expect.any(String), code: 0, access_reset: true });
    expect(await listLinkedProviders(id)).toEqual([]);
    // Only the first verified sign-in resets.
    expect(await login({ email, code: await requestLoginCode(email) })).toEqual({
      token: expect.any(String),
      code: 0,
    });
  });

  test.each([
    ['pt', 'A tua conta WoPack'],
    ['en', 'Your WoPack account'],
    ['ru', 'Твой аккаунт WoPack'],
  ] as const)(
    'is reported by mail in the language of the sign-in, without secrets: %s',
    async (language, subject) => {
      const { email } = await createTestUser(api);
      await storeCode(api, email);
      const body = { email, code: LOGIN_CODE, device_name: 'x' };
      const { token } = await api.client(null, language)('login', { body });
      await api.jobs.runDue();
      const mail = api.mails.findLast(({ to }) => to === email)!;
      expect(mail).toMatchObject({ language, subject: expect.stringContaining(subject) });
      expect(mail.text).toContain(`${api.context.config.publicUrl}/account/password`);
      for (const secret of [LOGIN_CODE, token, TEST_PASSWORD]) expect(mail.text).not.toContain(secret);
    },
  );

  test('to an account without password or links reports no reset', async () => {
    const email = 'fresh@example.com';
    expect(await login({ email, code: await requestLoginCode(email) })).toEqual({
      token: expect.any(String),
      code: 0,
    });
    await api.jobs.runDue();
    expect(api.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('by a code while signed in keeps password and linked accounts', async () => {
    const { id, email, call } = await createTestUser(api);
    const identity = { provider: 'facebook', subject: `fb-${id}`, user_id: id, created_at: api.clock.now() };
    await api.db.insertInto('social_identities').values(identity).execute();
    await createProofCode(api, { id, email }, 'verify_email');
    await call('verifyEmail', { body: { code: LOGIN_CODE } });
    expect(await listLinkedProviders(id)).toEqual([{ provider: 'facebook' }]);
    expect((await login({ email, password: TEST_PASSWORD })).code).toBe(0);
  });

  test('leaves no session to a concurrent login with the former password', async () => {
    const { id, email } = await createTestUser(api);
    const blockedQuery = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`;
    let formerLogin: Promise<unknown> | undefined;
    await api.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
      // Compares with the former password, then waits for this transaction's lock.
      formerLogin = login({ email, password: TEST_PASSWORD }).catch((error: unknown) => error);
      await vi.waitFor(async () => expect((await blockedQuery.execute(api.db)).rows[0]!.n).toBe(1), 60_000);
    });
    expect(await formerLogin).toMatchObject({ code: 1, errors: { password: [expect.any(String)] } });
  });
});
