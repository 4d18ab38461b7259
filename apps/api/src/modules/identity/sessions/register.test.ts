import { createHook } from 'node:async_hooks';
import type { Input } from '@wopack/contract/client';
import { describe, expect, test, vi } from 'vitest';
import {
  createLoginCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  TEST_PASSWORD,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest, sendRequest, type TestRequest } from '../../../../test/support/test-request.ts';
import { PreparingClient } from '../../../platform/performance/prepared-statements.ts';

const api = useTestApp();
type Body = Input<'register'>['body'];

let emailCount = 0;
const buildBody = (change: Partial<Body> = {}): Body => ({
  name: 'Inês Prata',
  email: `ines${++emailCount}@example.com`,
  password: 'sobras1',
  device_name: 'a telephone',
  check_terms: true,
  ...change,
});
const register = (change: Partial<Body> = {}, language: 'pt' | 'en' | 'ru' = 'en') =>
  api.client(null, language)('register', { body: buildBody(change) });

test('registration creates an account and signs the user in', async () => {
  const { token, code } = await register({ name: '  Inês Prata ', email: 'Ines.Prata@Example.com' });
  expect(code).toBe(0);
  const { data } = await api.client(token)('getMe');
  expect(data).toMatchObject({
    name: 'Inês Prata',
    email: 'ines.prata@example.com',
    sname: '',
    phone: '',
    city: '',
    latitude: null,
    longitude: null,
    avatar_path: null,
    is_owner: false,
    is_partner: false,
    email_verified: false,
  });
});

test('roles are set as requested', async () => {
  const account = await register({ is_owner: true, is_partner: true });
  expect((await api.client(account.token)('getMe')).data).toMatchObject({ is_owner: true, is_partner: true });
});

describe('field errors', () => {
  test.each<[string, Partial<Body>]>([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['email', { email: '' }],
    ['email', { email: 'ines' }],
    ['email', { email: 'ines@' }],
    ['email', { email: 'ines@example.com\nBcc: all@example.com' }],
    ['email', { email: `${'x'.repeat(250)}@example.com` }],
    ['password', { password: '' }],
    ['password', { password: 'abc12' }],
    ['password', { password: 'sobras' }],
    ['password', { password: '123456' }],
    ['password', { password: 'Password1' }],
    ['check_terms', { check_terms: false }],
  ])('%s: %j', async (field, change) => expectApiError(register(change), 1, field));

  test('several at once', async () => {
    await expectApiError(
      register({ name: ' ', password: 'short', check_terms: false }),
      1,
      'check_terms',
      'name',
      'password',
    );
  });

  test('what is empty is missing, not wrong', async () => {
    const error = await register({ email: '', password: '' }, 'en').catch((refusal: unknown) => refusal);
    expect((error as { errors: object }).errors).toEqual({
      email: ['Fill this in.'],
      password: ['Fill this in.'],
    });
  });

  test('in the language of the request', async () => {
    const getPasswordErrors = async (language: 'pt' | 'en' | 'ru') => {
      const error = await register({ password: 'abc' }, language).catch((refusal: unknown) => refusal);
      return (error as { errors: Record<string, string[]> }).errors.password;
    };
    expect(await getPasswordErrors('en')).toEqual(['At least 6 characters.']);
    expect((await getPasswordErrors('pt'))?.[0]).toMatch(/6 caracteres/);
    expect((await getPasswordErrors('ru'))?.[0]).toMatch(/[а-я]/);
  });
});

test('six characters with a digit are enough', async () => {
  expect((await register({ password: 'pão n1' })).code).toBe(0);
});

test('an address has one account in any case', async () => {
  await register({ email: 'Dona.Rosa@example.com' });
  await expectApiError(register({ email: 'dona.rosa@EXAMPLE.com' }), 1, 'email');
});

describe('an address that is taken', () => {
  const refuse = async (change: Partial<Body>) => {
    const error = await register(change).catch((refusal: unknown) => refusal);
    return error as { code: number; errors: Record<string, string[]> };
  };

  test.each<[string, Partial<Body>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['password', { password: 'abc' }],
    ['password', { password: '123456' }],
    ['check_terms', { check_terms: false }],
  ])('is not told while %s is wrong', async (field, change) => {
    const { email } = await createTestUser(api);
    const refusals = [
      await refuse({ ...change, email }),
      await refuse({ ...change, email: 'free-address@example.com' }),
    ];
    expect(refusals.map(({ code, errors }) => ({ code, errors }))).toEqual(
      Array(2).fill({ code: 1, errors: { [field]: [expect.any(String)] } }),
    );
    const costs = [];
    for (const address of [email, 'free-address@example.com'])
      costs.push(await measureCost('register', buildBody({ ...change, email: address })));
    assertSameCost(costs);
  });

  test('is told when all else is right', async () => {
    const { email } = await createTestUser(api);
    expect((await refuse({ email })).errors).toEqual({ email: [expect.any(String)] });
  });
});

test('of two concurrent registrations of one address one succeeds', async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => register({ email: 'quick@example.com' })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 1, errors: { email: [expect.any(String)] } });
  }
});

describe('ref_link', () => {
  const getReferrerId = async (email: string) => {
    const query = api.db.selectFrom('users').select('referred_by').where('email', '=', email);
    return (await query.executeTakeFirstOrThrow()).referred_by;
  };
  const getRefCode = async (id: number) =>
    (await api.db.selectFrom('users').select('referral_code').where('id', '=', id).executeTakeFirstOrThrow())
      .referral_code;

  test('ties a new user to the referring partner for good', async () => {
    const [partner, otherPartner] = [
      await createTestUser(api, { isPartner: true }),
      await createTestUser(api, { isPartner: true }),
    ];
    await register({ email: 'newcomer@example.com', ref_link: await getRefCode(partner.id) });
    expect(await getReferrerId('newcomer@example.com')).toBe(partner.id);
    await expectApiError(
      register({ email: 'newcomer@example.com', ref_link: await getRefCode(otherPartner.id) }),
      1,
      'email',
    );
    expect(await getReferrerId('newcomer@example.com')).toBe(partner.id);
  });

  test('a code of a non-partner or of no user ties to no partner', async () => {
    const nonPartner = await createTestUser(api);
    await register({ email: 'a@example.com', ref_link: await getRefCode(nonPartner.id) });
    await register({ email: 'b@example.com', ref_link: 'nobody99' });
    await register({ email: 'c@example.com', ref_link: '' });
    await register({ email: 'd@example.com' });
    for (const name of ['a', 'b', 'c', 'd']) expect(await getReferrerId(`${name}@example.com`)).toBeNull();
  });
});

test('registration is limited to ten tries a minute per IP address', async () => {
  const attempt = (remoteAddress: string, language = 'en') =>
    injectRequest(api, 'POST', '/api/v1/register', {
      payload: JSON.stringify(buildBody({ password: 'x' })),
      headers: { 'content-type': 'application/json', 'accept-language': language },
      remoteAddress,
    });
  for (let i = 0; i < 10; i++) expect((await attempt('203.0.113.7')).body.code).toBe(1);
  const { status, body: refusal, headers } = await attempt('203.0.113.7', 'pt');
  expect({ status, code: refusal.code }).toEqual({ status: 429, code: 7 });
  expect(refusal.message).not.toMatch(/Too many/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await attempt('203.0.113.8')).body.code).toBe(1);
});

/** Answer and work of a call: equal work means that timing reveals nothing. */
async function measureCost(name: 'login' | 'sendCode' | 'register', body: TestRequest['body']) {
  let hashes = 0;
  const hashHook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  });
  const querySpy = vi.spyOn(PreparingClient.prototype, 'query');
  hashHook.enable();
  const response = await sendRequest(api, name, { body });
  hashHook.disable();
  const queries = querySpy.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : statement.text,
  );
  querySpy.mockRestore();
  const headerNames = Object.keys(response.headers).sort();
  return { status: response.status, text: response.text, told: headerNames, hashes, queries };
}

/** Addresses of an account with a password, one without, a deleted one, and none. */
async function createTestAddresses() {
  const [passwordUser, codeUser, deletedUser] = [
    await createTestUser(api),
    await createTestUser(api),
    await createTestUser(api),
  ];
  await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', codeUser.id).execute();
  await deletedUser.call('deleteAccount', { body: { password: TEST_PASSWORD } });
  return [passwordUser.email, codeUser.email, deletedUser.email, 'nobody-at-all@example.com'];
}

function assertSameCost(costs: Awaited<ReturnType<typeof measureCost>>[]) {
  for (const cost of costs) expect(cost).toEqual(costs[0]);
  return costs[0]!;
}

test('a wrong password computes one hash for any address', async () => {
  const costs = [];
  for (const email of await createTestAddresses())
    costs.push(await measureCost('login', { email, password: 'sobras2', device_name: 'x' }));
  expect(assertSameCost(costs)).toMatchObject({ status: 422, hashes: 1 });
});

test('a wrong code runs the same queries with and without a pending code', async () => {
  const emails = await createTestAddresses();
  for (const email of [...emails.slice(0, 1), ...emails.slice(-1)]) await createLoginCode(api, email);
  const costs = [];
  for (const email of emails)
    costs.push(await measureCost('login', { email, code: String(Number(LOGIN_CODE) + 1), device_name: 'x' }));
  expect(assertSameCost(costs)).toMatchObject({ status: 422, hashes: 0 });
});

test('requesting a code, also for a forgotten password, writes and mails the same for any address', async () => {
  const emails = await createTestAddresses();
  const mailCountBefore = api.mails.length;
  const costs = [];
  for (const email of emails) costs.push(await measureCost('sendCode', { email, device_name: 'x' }));
  expect(assertSameCost(costs)).toMatchObject({ status: 200, hashes: 0 });
  expect(costs[0]!.queries.some((text) => /insert into "login_codes"/.test(text))).toBe(true);
  await api.jobs.runDue();
  const codes = api.mails.slice(mailCountBefore).filter(({ subject }) => /\d{6}/.test(subject));
  expect(codes.map(({ to }) => to).sort()).toEqual(emails.sort());
});
