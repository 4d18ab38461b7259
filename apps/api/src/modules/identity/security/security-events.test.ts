import type { Input } from '@wopack/contract/client';
import { describe, expect, test, vi } from 'vitest';
import {
  BUSINESS_BODY,
  createLoginCode,
  createProofCode,
  createTestUser,
  LOGIN_CODE,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const login = (
  body: Omit<Input<'login'>['body'], 'device_name'> & { device_name?: string },
  { cookie, remoteAddress = '127.0.0.1' }: { cookie?: string; remoteAddress?: string } = {},
) =>
  injectRequest(api, 'POST', '/api/v1/login', {
    payload: JSON.stringify({ device_name: FIREFOX, ...body }),
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...(cookie && { cookie }) },
    remoteAddress,
  });
const getDeviceCookie = ({ headers }: Awaited<ReturnType<typeof login>>) =>
  /wopack_device=[\w-]{43}/.exec(String(headers['set-cookie']))![0];
const listKinds = async ({ call }: Pick<TestUser, 'call'>) =>
  (await call('listSecurityEvents')).data.map(({ kind }) => kind);

async function listDeviceMails(email: string) {
  await api.jobs.runDue();
  return api.mails.filter((mail) => mail.to === email && /device|dispositivo|устройства/.test(mail.subject));
}

describe('events', () => {
  test('of signing in, good and bad, have time, shortened network and device', async () => {
    const user = await createTestUser(api);
    await login({ email: user.email, password: 'sobras2' }, { remoteAddress: '203.0.113.9' });
    await login({ email: user.email, code: '111111' }, { remoteAddress: '2001:db8:7:8::9' });
    await login({ email: user.email.toUpperCase(), password: TEST_PASSWORD });
    const { data } = await user.call('listSecurityEvents');
    const common = {
      id: expect.any(Number),
      created_at: api.clock.now().toISOString(),
      device_name: FIREFOX,
    };
    expect(data).toEqual([
      { ...common, kind: 'new_device', network: '127.0.0.0/24' },
      { ...common, kind: 'sign_in', network: '127.0.0.0/24' },
      { ...common, kind: 'sign_in_failed', network: '2001:db8:7::/48' },
      { ...common, kind: 'sign_in_failed', network: '203.0.113.0/24' },
    ]);
  });

  test('that strangers cause, however many, leave the others in the list', async () => {
    const user = await createTestUser(api);
    await login({ email: user.email, password: TEST_PASSWORD }, { remoteAddress: '203.0.113.9' });
    const anybodys = Array.from({ length: 40 }, (_, index) => ({
      user_id: user.id,
      kind: index % 2 ? ('sign_in_failed' as const) : ('code_sent' as const),
      created_at: api.clock.now(),
      network: '198.51.100.0/24',
      device_name: '',
    }));
    await api.db.insertInto('security_events').values(anybodys).execute();
    const kinds = await listKinds(user);
    expect(kinds.slice(-2)).toEqual(['new_device', 'sign_in']);
    expect(kinds.slice(0, -2)).toEqual(
      anybodys
        .map(({ kind }) => kind)
        .slice(0, 10)
        .toReversed(),
    );
  });

  test('of changes are written with them', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    await user.call('sendCode', { body: { email: user.email, device_name: 'x', purpose: 'password' } });
    await user.call('updateSellerRole', { body: { is_owner: true } });
    await user.call('updateSellerRole', { body: { is_owner: true } });
    await user.call('updatePartnerRole', { body: { is_partner: true } });
    const passwords = { password: 'padaria27', password_confirmation: 'padaria27' };
    await user.call('updatePassword', { body: { current_password: TEST_PASSWORD, ...passwords } });
    await user.call('updateBusiness', { body: BUSINESS_BODY });
    const account = { iban: 'PT50 0002 0123 1234 5678 9015 4', holder: 'Marta', password: 'padaria27' };
    await user.call('updatePayoutDetails', { body: account });
    await user.call('updatePayoutDetails', { body: account });
    await createProofCode(api, user, 'verify_email', 'events.new@example.com');
    await user.call('updateEmail', {
      body: { email: 'events.new@example.com', email_code: LOGIN_CODE, password: 'padaria27' },
    });
    expect(await listKinds(user)).toEqual([
      'email_changed',
      'payout_account_changed',
      'password_changed',
      'role_changed',
      'role_changed',
      'code_sent',
    ]);
  });

  test('that did not happen are not written', async () => {
    const user = await createTestUser(api);
    const passwords = { password: 'padaria27', password_confirmation: 'padaria27' };
    await user
      .call('updatePassword', { body: { current_password: 'nonsense1', ...passwords } })
      .catch(() => undefined);
    expect(await listKinds(user)).toEqual([]);
  });

  test('of an address without an account belong to nobody, and to no later account', async () => {
    await login({ email: 'late.comer@example.com', password: 'sobras2' });
    await createLoginCode(api, 'late.comer@example.com');
    const { body } = await login({ email: 'late.comer@example.com', code: LOGIN_CODE });
    expect(await listKinds({ call: api.client(body.token as string) })).toEqual(['sign_in']);
  });

  test('are logged without address and network', async () => {
    const user = await createTestUser(api);
    const warn = vi.spyOn(api.context.log, 'warn');
    await login({ email: user.email, password: 'sobras2' }, { remoteAddress: '203.0.113.10' });
    const lines = warn.mock.calls;
    warn.mockRestore();
    expect(lines).toContainEqual([
      { security_event: 'sign_in_failed', user_id: user.id, reqId: expect.any(String) },
      'security event',
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113|example\.com/);
  });

  test('the last thirty are listed, newest first; old ones are deleted at night', async () => {
    const user = await createTestUser(api);
    const row = { user_id: user.id, kind: 'role_changed', created_at: api.clock.now() } as const;
    const rows = Array.from({ length: 31 }, () => ({ ...row, network: '', device_name: '' }));
    await api.db.insertInto('security_events').values(rows).execute();
    expect(await listKinds(user)).toHaveLength(30);
    api.clock.advance(180 * DAY);
    await api.jobs.runScheduled('identity.delete-expired-data');
    expect(await countRows(user.id)).toEqual({ events: 31, devices: 0 });
    api.clock.advance(1);
    await api.jobs.runScheduled('identity.delete-expired-data');
    expect(await countRows(user.id)).toEqual({ events: 0, devices: 0 });
  });

  async function countRows(userId: number) {
    const [events, devices] = await Promise.all(
      (['security_events', 'recognised_devices'] as const).map((table) =>
        api.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute(),
      ),
    );
    return { events: events!.length, devices: devices!.length };
  }

  test('are exported, and erased with the account', async () => {
    const user = await createTestUser(api);
    await login({ email: user.email, password: TEST_PASSWORD });
    const exported = await user.call('exportAccount');
    expect(exported.security_events?.map(({ kind }) => kind)).toEqual(['new_device', 'sign_in']);
    expect(exported.recognised_devices).toMatchObject([{ device_name: FIREFOX }]);
    await user.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    api.clock.advance(29 * DAY);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    expect(await countRows(user.id)).toEqual({ events: 0, devices: 0 });
  });
});

describe('a mail about a new device', () => {
  test.each([
    ['en', 'Firefox, Linux', '1 November 2026'],
    ['pt', 'Firefox, Linux', '1 de novembro de 2026'],
    ['ru', 'Firefox, Linux', '1 ноября 2026'],
  ] as const)('in the language of the account: %s', async (language, device, date) => {
    api.clock.set('2026-11-01T18:30:00Z');
    const user = await createTestUser(api, { isEmailVerified: true });
    await user.call('updateLanguage', { body: { language } });
    await login({ email: user.email, password: TEST_PASSWORD });
    const [mail] = await listDeviceMails(user.email);
    expect(mail).toMatchObject({ language });
    for (const part of [device, date, `${api.context.config.publicUrl}/account/devices`])
      expect(mail!.text).toContain(part);
  });

  test('is sent once for each device, also after signing out', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    const proof = { email: user.email, password: TEST_PASSWORD };
    const first = await login(proof);
    await api.client(first.body.token as string)('logout');
    await login(proof, { cookie: getDeviceCookie(first) });
    expect(await listDeviceMails(user.email)).toHaveLength(1);
    await login(proof);
    expect(await listDeviceMails(user.email)).toHaveLength(2);
  });

  test('is not sent for the first sign-in of an account', async () => {
    const email = 'first.sign.in@example.com';
    await createLoginCode(api, email);
    await login({ email, code: LOGIN_CODE });
    expect(await listDeviceMails(email)).toEqual([]);
    await createLoginCode(api, email);
    await login({ email, code: LOGIN_CODE });
    expect(await listDeviceMails(email)).toHaveLength(1);
  });

  test('goes to no address that nobody has proved, and never quotes the name that was sent', async () => {
    const squatter = await createTestUser(api);
    const device_name = 'Call +351 900 000 000 https://evil.example';
    await login({ email: squatter.email, password: TEST_PASSWORD, device_name });
    expect(await listDeviceMails(squatter.email)).toEqual([]);
    const user = await createTestUser(api, { isEmailVerified: true });
    await login({ email: user.email, password: TEST_PASSWORD, device_name });
    const [mail] = await listDeviceMails(user.email);
    expect(mail!.text).toContain('unknown device');
    expect(mail!.text).not.toMatch(/900|evil/);
  });
});

test('the cookie of a device is out of reach of scripts and other sites', async () => {
  const user = await createTestUser(api);
  const { headers } = await login({ email: user.email, password: TEST_PASSWORD });
  expect(String(headers['set-cookie'])).toMatch(/HttpOnly/);
  expect(String(headers['set-cookie'])).toMatch(/SameSite=Lax/);
});
