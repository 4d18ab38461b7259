import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestUser, TEST_PASSWORD, type TestUser } from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();

const post = (path: string, body: object, remoteAddress: string, cookie?: string) =>
  injectRequest(api, 'POST', `/api/v1/${path}`, {
    payload: JSON.stringify({ device_name: 'a telephone', ...body }),
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    remoteAddress,
  });
const login = (
  email: string,
  proof: { password?: string; code?: string },
  network: string,
  cookie?: string,
) => post('login', { email, ...proof }, network, cookie);
const sendCode = (email: string, network: string, cookie?: string) =>
  post('send_code', { email }, network, cookie);

const WRONG = { password: 'sobras2' };
const RIGHT = { password: TEST_PASSWORD };
const getDeviceCookie = ({ headers }: Awaited<ReturnType<typeof post>>) =>
  /wopack_device=[\w-]{43}/.exec(String(headers['set-cookie']))![0];
const verified = () => createTestUser(api, { isEmailVerified: true });

async function listCodeMails(email: string) {
  await api.jobs.runDue();
  return api.mails.filter((mail) => mail.to === email && /\b\d{6}\b/.test(mail.subject));
}
const readCode = ({ subject }: { subject: string }) => /\b\d{6}\b/.exec(subject)![0];
const buildWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function failUntilRefused(email: string, network: string, cookie?: string): Promise<number> {
  for (let failures = 0; ; failures++) {
    const { code } = (await login(email, WRONG, network, cookie)).body;
    if (code === 7) return failures;
    expect(code).toBe(1);
  }
}

describe('by password', () => {
  test('a stranger uses up tries of their own network, not those of the owner', async () => {
    const { email } = await verified();
    expect(await failUntilRefused(email, '203.0.113.1')).toBe(10);
    const refusal = await login(email, RIGHT, '203.0.113.1');
    expect([refusal.status, refusal.body.code]).toEqual([429, 7]);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(email, RIGHT, '203.0.113.2')).body.code).toBe(0);
  });

  test('as many are compared when they are sent at once', async () => {
    const { email } = await verified();
    const { email: other } = await verified();
    const guesses = Array.from({ length: 100 }, (_, i) => login(i % 2 ? email : other, WRONG, '203.0.113.8'));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 1)).toHaveLength(10);
    expect(codes.filter((code) => code === 7)).toHaveLength(90);
    expect((await login(email, RIGHT, '203.0.113.8')).body.code).toBe(7);
  });

  test('a hundred failures anywhere leave five tries an hour to each wide network', async () => {
    const { email } = await verified();
    for (let network = 0; network < 10; network++) await failUntilRefused(email, `198.18.${network}.1`);
    // Of one /24 and of one /48, not of each address in them.
    for (const [networks, later] of [
      [['198.19.1.1', '198.19.1.2', '198.19.1.3', '198.19.1.4', '198.19.1.5'], '198.19.1.6'],
      [['1', '2', '3', '4', '5'].map((n) => `2001:db8:77:${n}::1`), '2001:db8:77:6::1'],
    ] as const) {
      for (const network of networks) expect((await login(email, WRONG, network)).body.code).toBe(1);
      expect((await login(email, WRONG, later)).body.code).toBe(7);
    }
    expect((await login(email, RIGHT, '203.0.113.77')).body.code).toBe(0);
  });

  test('a device that signed in before is held up by nobody on its own network', async () => {
    const { email } = await verified();
    const { email: otherEmail } = await verified();
    const cookie = getDeviceCookie(await login(email, RIGHT, '203.0.113.3'));
    await failUntilRefused(email, '203.0.113.3');
    expect((await login(email, RIGHT, '203.0.113.3')).body.code).toBe(7);
    expect((await login(email, RIGHT, '203.0.113.3', cookie)).body.code).toBe(0);
    // It is recognised by its own account only, and has no endless tries.
    expect((await login(otherEmail, RIGHT, '203.0.113.3', cookie)).body.code).toBe(7);
    expect(await failUntilRefused(email, '203.0.113.4', cookie)).toBe(10);
    expect((await login(email, RIGHT, '203.0.113.4')).body.code).toBe(0);
  });

  test('the device stays recognised after signing out, and is a stranger again after a new password', async () => {
    const { email } = await verified();
    const reply = await login(email, RIGHT, '203.0.113.5');
    const cookie = getDeviceCookie(reply);
    await api.client((reply.body as { token: string }).token)('logout');
    await failUntilRefused(email, '203.0.113.5');
    const again = await login(email, RIGHT, '203.0.113.5', cookie);
    expect(again.body.code).toBe(0);
    const { token } = (await login(email, RIGHT, '127.0.0.1')).body as { token: string };
    const body = {
      current_password: TEST_PASSWORD,
      password: 'padaria27',
      password_confirmation: 'padaria27',
    };
    await api.client(token)('updatePassword', { body });
    const proof = { password: 'padaria27' };
    expect((await login(email, proof, '203.0.113.5', cookie)).body.code).toBe(7);
  });

  test('a client without cookies keeps the key itself', async () => {
    const { email } = await verified();
    const first = await post('login', { email, ...RIGHT, device_key: '' }, '203.0.113.6');
    const { device_key } = first.body as { device_key: string };
    expect(device_key).toMatch(/^[\w-]{43}$/);
    expect(first.headers['set-cookie']).toBeUndefined();
    await failUntilRefused(email, '203.0.113.6');
    const second = await post('login', { email, ...RIGHT, device_key }, '203.0.113.6');
    expect(second.body).toMatchObject({ code: 0, device_key });
    const stored = await api.db.selectFrom('recognised_devices').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(device_key);
  });
});

describe('successes do not count', () => {
  test('a school behind one address: thirteen sign-ups, twenty-six sign-ins and thirteen codes within a minute', async () => {
    const network = '203.0.113.20';
    for (let pupil = 0; pupil < 13; pupil++) {
      const email = `pupil${pupil}@example.com`;
      const registration = { name: 'Ana', email, password: 'sobras1', check_terms: true };
      expect((await post('register', registration, network)).body.code).toBe(0);
      expect((await login(email, { password: 'sobras1' }, network)).body.code).toBe(0);
      expect((await sendCode(email, network)).body.code).toBe(0);
      const [mail] = await listCodeMails(email);
      expect((await login(email, { code: readCode(mail!) }, network)).body.code).toBe(0);
    }
  });

  const HALL = 100;
  const pupils = (name: string) => Array.from({ length: HALL }, (_, pupil) => `${name}${pupil}@example.com`);
  /** Codes of replies: 0 each. */
  const countRefused = (replies: readonly { body: { code?: unknown } }[]) =>
    replies.filter(({ body }) => body.code !== 0).length;

  test('a hall behind one IPv4 address: a hundred sign-ups and sign-ins by password at once', async () => {
    const network = '203.0.113.25';
    const emails = pupils('hall');
    const registration = { name: 'Ana', password: 'sobras1', check_terms: true };
    const sendAll = (send: (email: string) => ReturnType<typeof post>) => Promise.all(emails.map(send));
    const registered = await sendAll((email) => post('register', { ...registration, email }, network));
    expect(countRefused(registered)).toBe(0);
    expect(countRefused(await sendAll((email) => login(email, { password: 'sobras1' }, network)))).toBe(0);
  });

  test('and a hundred codes at once, all mailed before the first is used', async () => {
    const network = '203.0.113.26';
    const emails = pupils('code');
    expect(countRefused(await Promise.all(emails.map((email) => sendCode(email, network))))).toBe(0);
    await api.jobs.runDue();
    const codes = new Map(
      api.mails.flatMap((mail) =>
        /\b\d{6}\b/.test(mail.subject) ? [[mail.to, readCode(mail)] as const] : [],
      ),
    );
    const replies = emails.map((email) => login(email, { code: codes.get(email)! }, network));
    expect(countRefused(await Promise.all(replies))).toBe(0);
    // Used codes leave the whole measure to the next hundred.
    const next = await Promise.all(pupils('next').map((email) => sendCode(email, network)));
    expect(countRefused(next)).toBe(0);
  });

  test('codes that nobody uses are refused beyond a measure, and so are accounts without end', async () => {
    const network = '203.0.113.27';
    const emails = Array.from({ length: 220 }, (_, i) => `flood${i}@example.com`);
    expect(countRefused(await Promise.all(emails.map((email) => sendCode(email, network))))).toBeGreaterThan(
      90,
    );
    const registration = { name: 'Ana', password: 'sobras1', check_terms: true };
    expect((await post('register', { ...registration, email: 'one@example.com' }, network)).body.code).toBe(
      0,
    );
    const counted = sql`UPDATE rate_limits SET points = 1000 WHERE key LIKE '%register%hour%'`;
    expect((await counted.execute(api.db)).numAffectedRows).toBeGreaterThan(0n);
    expect((await post('register', { ...registration, email: 'more@example.com' }, network)).body.code).toBe(
      7,
    );
  });

  test('nor for one person who signs in by a code again and again', async () => {
    const { email } = await verified();
    for (let time = 0; time < 12; time++) {
      expect((await sendCode(email, '203.0.113.21')).body.code).toBe(0);
      const code = readCode((await listCodeMails(email)).at(-1)!);
      expect((await login(email, { code }, '203.0.113.21')).body.code).toBe(0);
    }
  });

  test('failed sign-ups and codes that nobody uses do count', async () => {
    const { email } = await verified();
    const registration = { name: 'Ana', email, password: 'sobras1', check_terms: true };
    for (let time = 0; time < 10; time++)
      expect((await post('register', registration, '203.0.113.22')).body.code).toBe(1);
    expect((await post('register', registration, '203.0.113.22')).body.code).toBe(7);
    for (let time = 0; time < 10; time++) expect((await sendCode(email, '203.0.113.23')).body.code).toBe(0);
    expect((await sendCode(email, '203.0.113.23')).body.code).toBe(7);
    expect((await sendCode(email, '203.0.113.24')).body.code).toBe(0);
  });
});

describe('by code', () => {
  const countComparisons = async (email: string) => {
    const row = api.db.selectFrom('login_codes').select('failed_attempts').where('email', '=', email);
    return (await row.executeTakeFirstOrThrow()).failed_attempts;
  };

  async function requestCode(user: Pick<TestUser, 'email'>, network: string): Promise<string> {
    await sendCode(user.email, network);
    return readCode((await listCodeMails(user.email)).at(-1)!);
  }

  test('a stranger can neither replace nor use up the code of the owner', async () => {
    const user = await verified();
    const code = await requestCode(user, '203.0.113.30');
    for (const network of ['203.0.113.31', '203.0.113.32', '203.0.113.33', '198.51.100.34']) {
      expect(await requestCode(user, network)).toBe(code);
      for (let guess = 0; guess < 6; guess++)
        expect((await login(user.email, { code: buildWrongCode(code) }, network)).body.code).toBe(1);
      // The right one too, when the network has no guess left.
      expect((await login(user.email, { code }, network)).body.code).toBe(1);
    }
    expect((await login(user.email, { code }, '192.0.2.30')).body.code).toBe(0);
  });

  test('ten guesses of all networks are compared, then the first of each further wide network', async () => {
    const user = await verified();
    const code = await requestCode(user, '203.0.113.40');
    const guess = (network: string) => login(user.email, { code: buildWrongCode(code) }, network);
    for (let host = 1; host <= 5; host++) for (let i = 0; i < 4; i++) await guess(`198.51.100.${host}`);
    expect(await countComparisons(user.email)).toBe(10);
    for (let host = 10; host <= 15; host++) await guess(`198.51.101.${host}`);
    expect(await countComparisons(user.email)).toBe(11);
    for (let host = 1; host <= 5; host++) await guess(`2001:db8:99:${host}::1`);
    expect(await countComparisons(user.email)).toBe(12);
    // Asking again gives no further guesses, and keeps the code alive no longer.
    api.clock.advance(5 * MINUTE);
    expect(await requestCode(user, '198.51.100.1')).toBe(code);
    await guess('198.51.100.1');
    expect(await countComparisons(user.email)).toBe(12);
    expect((await login(user.email, { code }, '203.0.113.40')).body.code).toBe(0);
  });

  test('a code that many have guessed at ends ten minutes after it was sent', async () => {
    const user = await verified();
    const code = await requestCode(user, '203.0.113.41');
    for (const host of [1, 2])
      for (let i = 0; i < 5; i++)
        await login(user.email, { code: buildWrongCode(code) }, `198.51.102.${host}`);
    api.clock.advance(9 * MINUTE);
    await requestCode(user, '203.0.113.41');
    api.clock.advance(MINUTE);
    expect((await login(user.email, { code }, '203.0.113.41')).body.code).toBe(1);
    const next = await requestCode(user, '203.0.113.41');
    expect((await login(user.email, { code: next }, '203.0.113.41')).body.code).toBe(0);
  });

  test('a recognised device has five guesses of its own, whatever others did', async () => {
    const user = await verified();
    const cookie = getDeviceCookie(await login(user.email, RIGHT, '203.0.113.50'));
    const code = await requestCode(user, '203.0.113.50');
    for (let host = 1; host <= 4; host++)
      for (let i = 0; i < 5; i++)
        await login(user.email, { code: buildWrongCode(code) }, `203.0.113.${50 + host}`);
    for (let i = 0; i < 4; i++)
      await login(user.email, { code: buildWrongCode(code) }, '203.0.113.51', cookie);
    expect((await login(user.email, { code }, '203.0.113.51', cookie)).body.code).toBe(0);
  });

  test('a mailbox is not flooded from many networks, and has the code that works', async () => {
    const user = await verified();
    for (let host = 1; host <= 30; host++)
      expect((await sendCode(user.email, `198.51.103.${host}`)).body.code).toBe(0);
    const codes = (await listCodeMails(user.email)).map(readCode);
    expect(codes).toHaveLength(3);
    for (let minute = 0; minute < 60; minute++) {
      api.clock.advance(MINUTE);
      await sendCode(user.email, `198.51.104.${minute}`);
    }
    const mails = await listCodeMails(user.email);
    expect(mails.length).toBeLessThan(20);
    expect(new Set(mails.map(readCode))).toEqual(new Set(codes));
    expect((await login(user.email, { code: codes[0]! }, '203.0.113.60')).body.code).toBe(0);
  });
});

test('an hour later all tries are there again', async () => {
  const { email } = await verified();
  await failUntilRefused(email, '203.0.113.70');
  // The library counts by the machine's clock.
  await sql`UPDATE rate_limits SET expire = ${Date.now() - 1}`.execute(api.db);
  expect(await failUntilRefused(email, '203.0.113.70')).toBe(10);
});
