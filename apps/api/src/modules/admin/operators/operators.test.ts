import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  createLoginCode,
  createProofCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  signInAgain,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator, generateCode, grantOperatorRole } from '../../../../test/support/operators.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { recordCommand } from './audit.queries.ts';
import { createOwner } from './operators.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const REASON = 'As agreed.';

/** The key of a mail or of the command, with the password. */
const enrol = (text: string) => ({ key: /#(\S{40,})/.exec(text)![1]!, password: TEST_PASSWORD });

/** Calls whose code of the second factor was refused, as the audit log has them. */
const listRefusals = async ({ id }: { id: number }) =>
  (
    await api.db
      .selectFrom('audit_entries')
      .select('action')
      .where('operator_id', '=', id)
      .where(sql<boolean>`after ->> 'refused' = 'code'`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('refused codes raise an alert: at the fifth within an hour, and at each further fifth', async () => {
  const { operator } = api.context.config;
  const { email } = operator;
  operator.email = 'alerts@wopack.example';
  onTestFinished(() => {
    operator.email = email;
  });
  const listAlerts = async () => {
    await api.jobs.runDue();
    return api.mails.filter(({ to }) => to === 'alerts@wopack.example');
  };
  const user = await createTestUser(api);
  await grantOperatorRole(api, user, 'finance');
  const console = await createTestOperator(api, 'finance', { user });
  const refuse = async (count: number) => {
    for (let i = 0; i < count; i++)
      await expectApiError(
        i % 2
          ? user.call('startOperatorSession', { body: { code: '000000' } })
          : console.call('stepUpOperator', { body: { code: '000000' } }),
        1,
        'code',
      );
  };
  await refuse(4);
  expect(await listAlerts()).toEqual([]);
  await refuse(1);
  expect(await listAlerts()).toMatchObject([
    { text: expect.stringContaining(`operator ${user.id}: 5 refused within an hour`) },
  ]);
  await refuse(5);
  expect(await listAlerts()).toHaveLength(2);
  api.clock.advance(60 * MINUTE);
  await refuse(4);
  expect(await listAlerts()).toHaveLength(2);
});

describe('entering', () => {
  test('the first owner sets up the second factor and enters with it', async () => {
    const newcomer = await createTestUser(api, { isEmailVerified: true });
    await expectApiError(newcomer.call('getOperatorAccount'), 3);
    const owner = await createOwner(api.context, newcomer.email);
    expect(owner).toMatchObject({ outcome: 'owner' });
    const user = await signInAgain(api, newcomer);
    expect((await user.call('getOperatorAccount')).data).toEqual({
      role: 'owner',
      has_totp: false,
      recovery_codes_left: 0,
    });
    await expectApiError(user.call('startOperatorSession', { body: { code: '123456' } }), 5);
    const { secret, uri } = (await user.call('setUpTotp', { body: enrol(owner!.address!) })).data;
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    await expectApiError(user.call('confirmTotp', { body: { code: '000000' } }), 1, 'code');
    const code = await generateCode(api.clock.now(), secret);
    const { token, recovery_codes } = (await user.call('confirmTotp', { body: { code } })).data;
    expect(new Set(recovery_codes).size).toBe(10);
    const me = (await api.client(token)('getOperator')).data;
    expect(me).toMatchObject({
      id: user.id,
      role: 'owner',
      refund_limit_cents: null,
      recovery_codes_left: 10,
    });
    expect(me.rights).toContain('operators.manage');
    await expectApiError(user.call('setUpTotp', { body: enrol(owner!.address!) }), 5);

    // The code was used.
    await expectApiError(user.call('startOperatorSession', { body: { code } }), 1, 'code');
    expect(await listRefusals(user)).toEqual(['confirmTotp', 'startOperatorSession']);
    const [first = ''] = recovery_codes;
    const body = { code: first.toUpperCase() };
    expect((await user.call('startOperatorSession', { body })).data.recovery_codes_left).toBe(9);
    await expectApiError(user.call('startOperatorSession', { body }), 1, 'code');
  });

  test('neither the secret nor a recovery code is stored in plain text', async () => {
    const newcomer = await createTestUser(api, { isEmailVerified: true });
    const owner = await createOwner(api.context, newcomer.email);
    const user = await signInAgain(api, newcomer);
    const body = enrol(owner!.address!);
    const { secret } = (await user.call('setUpTotp', { body })).data;
    const code = await generateCode(api.clock.now(), secret);
    const { recovery_codes, token } = (await user.call('confirmTotp', { body: { code } })).data;
    const { rows } = await sql<{ text: string }>`
      select string_agg(t::text, '') as text from (
        select to_jsonb(o) as t from operators o union all select to_jsonb(c) from operator_recovery_codes c
        union all select to_jsonb(s) from operator_sessions s union all select to_jsonb(a) from audit_entries a) t`.execute(
      api.db,
    );
    for (const plain of [secret, token, body.key, ...recovery_codes])
      expect(rows[0]!.text).not.toContain(plain);
  });

  test('a session ends after twelve hours, by signing out, or by an owner', async () => {
    const owner = await createTestOperator(api, 'owner');
    const user = await createTestUser(api);
    const { code } = await grantOperatorRole(api, user, 'support');
    const enter = async () => {
      api.clock.advance(MINUTE);
      return (await user.call('startOperatorSession', { body: { code: await code() } })).data;
    };
    const first = await enter();
    expect(new Date(first.expires_at).getTime() - api.clock.now().getTime()).toBe(12 * 60 * MINUTE);
    await api.client(first.token)('getOperator');
    await api.client(first.token)('endOperatorSession');
    await expectApiError(api.client(first.token)('getOperator'), 2);
    const second = await enter();
    await owner.call('endOperatorSessions', { params: { id: user.id }, body: { reason: REASON } });
    await expectApiError(api.client(second.token)('getOperator'), 2);
    const third = await enter();
    api.clock.advance(12 * 60 * MINUTE);
    await expectApiError(api.client(third.token)('getOperator'), 2);
    // The ordinary session is another one.
    await user.call('getMe');
    await expectApiError(api.client(user.token)('getOperator'), 2);
    await api.jobs.runScheduled('admin.delete-ended-sessions');
    const sessions = api.db.selectFrom('operator_sessions').select('id').where('user_id', '=', user.id);
    expect(await sessions.execute()).toEqual([]);
  });

  test('a confirmation opens money and roles for five minutes', async () => {
    const user = await createTestUser(api);
    const { code } = await grantOperatorRole(api, user, 'owner');
    const { token } = (await user.call('startOperatorSession', { body: { code: await code() } })).data;
    const call = api.client(token);
    await call('renewRecoveryCodes');
    api.clock.advance(5 * MINUTE);
    expect((await call('getOperator')).data.step_up_until).toBeNull();
    await expectApiError(call('renewRecoveryCodes'), 3, 'step_up');
    await expectApiError(call('stepUpOperator', { body: { code: '12345' } }), 1, 'code');
    expect(await listRefusals(user)).toEqual(['stepUpOperator']);
    await call('stepUpOperator', { body: { code: await code() } });
    await call('renewRecoveryCodes');
  });

  test('the command lets the only owner in again, who lost phone and codes', async () => {
    await api.db.deleteFrom('operators').execute();
    const user = await createTestUser(api, { isEmailVerified: true });
    const { code } = await grantOperatorRole(api, user, 'owner');
    const { token } = (await user.call('startOperatorSession', { body: { code: await code() } })).data;
    const second = await createTestOperator(api, 'owner');
    // Another owner can do it in the console.
    expect(await createOwner(api.context, user.email)).toBeNull();
    await second.call('removeOperator', { params: { id: second.id }, body: { reason: REASON } });
    const reset = await createOwner(api.context, user.email);
    expect(reset).toMatchObject({ outcome: 'reset' });
    await expectApiError(api.client(token)('getOperator'), 2);
    const { call } = await signInAgain(api, user);
    expect((await call('getOperatorAccount')).data).toMatchObject({ role: 'owner', has_totp: false });
    await call('setUpTotp', { body: enrol(reset!.address!) });
  });
});

describe('setting up the second factor', () => {
  const HOUR = 60 * MINUTE;

  /** Somebody with a stolen session of before, and the operator with a new one and the mail. */
  async function invite() {
    const owner = await createTestOperator(api, 'owner');
    const thief = await createTestUser(api, { isEmailVerified: true });
    const { id, email } = thief;
    await owner.call('inviteOperator', { body: { email, role: 'finance', reason: REASON } });
    return { owner, thief, user: await signInAgain(api, thief), id, email };
  }

  const readMail = async ({ email }: Pick<TestUser, 'email'>) => {
    await api.jobs.runDue();
    return enrol(api.mails.findLast(({ to }) => to === email)!.text);
  };

  test('a session is not enough, whether of before the invitation or after it', async () => {
    const { thief, user } = await invite();
    const body = await readMail(user);
    await expectApiError(thief.call('setUpTotp', { body }), 2);
    const { password, key } = body;
    const wrongBodies = [
      [{ key: 'guessed', password }, ['key']],
      [{ key: 'guessed', password: 'guessed1' }, ['key']],
      [{ key: 'guessed' }, ['key', 'password', 'code']],
      [{ key }, ['password', 'code']],
      [{ key, password: 'guessed1' }, ['password']],
      [{ key, code: '000000' }, ['code']],
    ] as const;
    for (const [wrong, fields] of wrongBodies) {
      const error = await user.call('setUpTotp', { body: wrong }).catch((refusal: unknown) => refusal);
      expect(error).toMatchObject({ code: 1 });
      expect(Object.keys((error as { errors: object }).errors).toSorted()).toEqual(fields.toSorted());
    }
    expect((await user.call('getOperatorAccount')).data.has_totp).toBe(false);
    const refused = await api.db
      .selectFrom('audit_entries')
      .select('after')
      .where('operator_id', '=', user.id)
      .where('action', '=', 'setUpTotp')
      .execute();
    expect(refused).toHaveLength(wrongBodies.length);
    await user.call('setUpTotp', { body });
  });

  test('a code of a mail stands for the password', async () => {
    const { user, email } = await invite();
    const { key } = await readMail(user);
    await createLoginCode(api, email);
    await expectApiError(user.call('setUpTotp', { body: { key, code: LOGIN_CODE } }), 1, 'code');
    await createProofCode(api, user, 'second_factor');
    await user.call('setUpTotp', { body: { key, code: LOGIN_CODE } });
  });

  test('the key ends after 72 hours, with the next one, and once it was used', async () => {
    const { owner, user, id } = await invite();
    const first = await readMail(user);
    api.clock.advance(72 * HOUR);
    await expectApiError(user.call('setUpTotp', { body: first }), 1, 'key');
    api.clock.set(FRIDAY_NOON);
    await owner.call('resetOperatorTotp', { params: { id }, body: { reason: REASON } });
    const again = await signInAgain(api, user);
    await expectApiError(again.call('setUpTotp', { body: first }), 1, 'key');
    const second = await readMail(user);
    expect(second.key).not.toBe(first.key);
    await expectApiError(again.call('setUpTotp', { body: first }), 1, 'key');
    const { secret } = (await again.call('setUpTotp', { body: second })).data;
    await again.call('confirmTotp', { body: { code: await generateCode(api.clock.now(), secret) } });
    await owner.call('resetOperatorTotp', { params: { id }, body: { reason: REASON } });
    const { call } = await signInAgain(api, user);
    await expectApiError(call('setUpTotp', { body: second }), 1, 'key');
  });

  test('a set-up that was begun ends with its key', async () => {
    const { user } = await invite();
    const body = await readMail(user);
    const { secret } = (await user.call('setUpTotp', { body })).data;
    api.clock.advance(72 * HOUR);
    const code = await generateCode(api.clock.now(), secret);
    await expectApiError(user.call('confirmTotp', { body: { code } }), 5);
  });

  test('the command mails nothing and shows the address once more until the factor is set up', async () => {
    const newcomer = await createTestUser(api, { isEmailVerified: true });
    const first = await createOwner(api.context, newcomer.email);
    const second = await createOwner(api.context, newcomer.email);
    await api.jobs.runDue();
    expect(api.mails).toEqual([]);
    const { call } = await signInAgain(api, newcomer);
    await expectApiError(call('setUpTotp', { body: enrol(first!.address!) }), 1, 'key');
    await call('setUpTotp', { body: enrol(second!.address!) });
  });
});

test('roles and second factors are security events, without the network of whoever changed them', async () => {
  const owner = await createTestOperator(api, 'owner');
  const user = await createTestUser(api, { isEmailVerified: true });
  const params = { id: user.id };
  const listEvents = async () =>
    (
      await api.db
        .selectFrom('security_events')
        .select(['kind', 'network'])
        .where('user_id', '=', user.id)
        .where('kind', 'in', ['role_changed', 'second_factor_changed'])
        .orderBy('id')
        .execute()
    ).map(({ kind, network }) => `${kind} ${network}`);
  await owner.call('inviteOperator', { body: { email: user.email, role: 'support', reason: REASON } });
  await owner.call('updateOperatorRole', { params, body: { role: 'finance', reason: REASON } });
  await api.jobs.runDue();
  const body = enrol(api.mails.findLast(({ to }) => to === user.email)!.text);
  const { call } = await signInAgain(api, user);
  const { secret } = (await call('setUpTotp', { body })).data;
  const code = await generateCode(api.clock.now(), secret);
  const { token } = (await call('confirmTotp', { body: { code } })).data;
  await api.client(token)('renewRecoveryCodes');
  await owner.call('resetOperatorTotp', { params, body: { reason: REASON } });
  await owner.call('endOperatorSessions', { params, body: { reason: REASON } });
  await owner.call('removeOperator', { params, body: { reason: REASON } });
  expect(await listEvents()).toEqual([
    'role_changed ',
    'role_changed ',
    'second_factor_changed 127.0.0.0/24',
    'second_factor_changed 127.0.0.0/24',
    'second_factor_changed ',
    'role_changed ',
  ]);
  await createOwner(api.context, user.email);
  expect(await listEvents()).toHaveLength(7);
});

describe('operators', () => {
  test('an invited user learns of it and can enter; a changed role ends the sessions', async () => {
    const owner = await createTestOperator(api, 'owner');
    const user = await createTestUser(api, { isEmailVerified: true });
    const body = { email: user.email, role: 'support' as const, reason: REASON };
    // Whoever signed up with an address that is not theirs would become the operator.
    const unverified = await createTestUser(api, { isEmailVerified: false });
    for (const email of ['nobody@example.com', unverified.email])
      await expectApiError(owner.call('inviteOperator', { body: { ...body, email } }), 1, 'email');
    await expect(createOwner(api.context, unverified.email)).rejects.toThrow(unverified.email);
    expect((await owner.call('inviteOperator', { body })).data).toMatchObject({
      id: user.id,
      role: 'support',
      has_totp: false,
    });
    await expectApiError(owner.call('inviteOperator', { body }), 5);
    await api.jobs.runDue();
    expect(api.mails.at(-1)).toMatchObject({
      to: user.email,
      text: expect.stringContaining('/admin/sign-in#'),
    });
    const support = await createTestOperator(api, 'support', { name: 'Olga Somova' });
    await owner.call('updateOperatorRole', {
      params: { id: support.id },
      body: { role: 'finance', reason: REASON },
    });
    await expectApiError(support.call('getOperator'), 2);
    const { items, total } = await owner.call('listOperators', { query: { q: 'somova' } });
    expect({ items, total }).toMatchObject({
      items: [{ id: support.id, role: 'finance', sessions: 0 }],
      total: 1,
    });
    await owner.call('resetOperatorTotp', { params: { id: support.id }, body: { reason: REASON } });
    await owner.call('removeOperator', { params: { id: support.id }, body: { reason: REASON } });
    await expectApiError(
      owner.call('removeOperator', { params: { id: support.id }, body: { reason: REASON } }),
      4,
    );
  });

  test('the last owner keeps the role', async () => {
    await api.db.deleteFrom('operators').execute();
    const owner = await createTestOperator(api, 'owner');
    const params = { id: owner.id };
    await expectApiError(owner.call('removeOperator', { params, body: { reason: REASON } }), 5);
    await expectApiError(
      owner.call('updateOperatorRole', { params, body: { role: 'finance', reason: REASON } }),
      5,
    );
    const second = await createTestOperator(api, 'owner');
    await Promise.allSettled([
      owner.call('removeOperator', { params: { id: second.id }, body: { reason: REASON } }),
      second.call('removeOperator', { params, body: { reason: REASON } }),
    ]);
    const owners = api.db.selectFrom('operators').select('user_id').where('role', '=', 'owner');
    expect(await owners.execute()).toHaveLength(1);
  });
});

describe('the audit log', () => {
  test('the database refuses every change of it', async () => {
    const owner = await createTestOperator(api, 'owner');
    await owner.call('searchAdmin', { query: { q: 'cesto' } });
    for (const statement of [
      sql`update audit_entries set reason = 'another'`,
      sql`update audit_entries set reason = 'another' where id = 0`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
    ]) {
      await expect(statement.execute(api.db)).rejects.toThrow('permission denied');
      await expect(statement.execute(api.ownerDb)).rejects.toThrow('append-only');
    }
  });

  test('an owner filters it page by page and exports exactly that', async () => {
    const owner = await createTestOperator(api, 'owner', { name: 'Rita Prata' });
    const user = await createTestUser(api, { name: 'Zulmira Quaresma' });
    for (const q of ['zulmira', 'zulmira', 'none']) await owner.call('searchAdmin', { query: { q } });
    const query = { operator_id: owner.id, action: 'searchAdmin', sort: 'id', limit: 2 };
    const page = await owner.call('listAuditEntries', { query });
    expect(page).toMatchObject({ total: 3, total_is_exact: true });
    // Whom it found, not the text: an erased name would stay readable.
    const people = { user: [user.id] };
    expect(page.items.map(({ after }) => JSON.parse(after))).toEqual([people, people]);
    const next = await owner.call('listAuditEntries', { query: { ...query, cursor: page.next_cursor! } });
    expect(next).toMatchObject({ next_cursor: null, total: null, items: [{ operator_name: 'Rita Prata' }] });
    await expectApiError(owner.call('listAuditEntries', { query: { cursor: 'none' } }), 1, 'cursor');
    const file = await (
      await owner.call('exportAuditEntries', { query: { operator_id: owner.id, action: 'searchAdmin' } })
    ).text();
    expect(file.trim().split('\r\n')).toHaveLength(4);
  });

  test('commands on the server are listed together', async () => {
    const owner = await createTestOperator(api, 'owner');
    await owner.call('searchAdmin', { query: { q: 'none' } });
    await recordCommand(api.context, api.db, 'pins renew');
    const { items } = await owner.call('listAuditEntries', { query: { action: 'operator' } });
    expect(items.map(({ action }) => action)).toContain('operator pins renew');
    expect(items.every(({ action }) => action.startsWith('operator '))).toBe(true);
  });
});
