import { createHook } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import {
  createLoginCode,
  createTestUser,
  LOGIN_CODE,
  TEST_PASSWORD,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest, type TestRequest } from '../../../../test/support/test-request.ts';
import { PreparingClient } from '../../../platform/db/prepared-statements.ts';

const api = useTestApp();

/** What a call answers, and what it costs: time tells nothing where the same work is done. */
async function measureCost(name: 'login' | 'sendCode', body: TestRequest['body']) {
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

/** Somebody with a password, somebody without, somebody who has left, nobody. */
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

/** The same for each; answers it. */
function assertSameCost(costs: Awaited<ReturnType<typeof measureCost>>[]) {
  for (const cost of costs) expect(cost).toEqual(costs[0]);
  return costs[0]!;
}

test('a wrong password: one hash is computed, whoever is asked for', async () => {
  const costs = [];
  for (const email of await createTestAddresses())
    costs.push(await measureCost('login', { email, password: 'sobras2', device_name: 'x' }));
  expect(assertSameCost(costs)).toMatchObject({ status: 422, hashes: 1 });
});

test('a wrong code: the same is looked up, with one on the way and without', async () => {
  const emails = await createTestAddresses();
  for (const email of [...emails.slice(0, 1), ...emails.slice(-1)]) await createLoginCode(api, email);
  const costs = [];
  for (const email of emails)
    costs.push(await measureCost('login', { email, code: String(Number(LOGIN_CODE) + 1), device_name: 'x' }));
  expect(assertSameCost(costs)).toMatchObject({ status: 422, hashes: 0 });
});

test('asking for a code, which is how a forgotten password is got over: the same is written, and mailed', async () => {
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
