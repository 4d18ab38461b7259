import { createHook } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { CODE, codeFor, PASSWORD, person } from '../../../test/builders.ts';
import { type Sending, send } from '../../../test/send.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { PreparingClient } from '../../platform/db/prepared.ts';

const api = useTestApp();

/** What a call answers, and what it costs: time tells nothing where the same work is done. */
async function costOf(name: 'login' | 'sendCode', body: Sending['body']) {
  let hashes = 0;
  const counting = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  });
  const query = vi.spyOn(PreparingClient.prototype, 'query');
  counting.enable();
  const answer = await send(api, name, { body });
  counting.disable();
  const queries = query.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : asked.text));
  query.mockRestore();
  const told = Object.keys(answer.headers).sort();
  return { status: answer.status, text: answer.text, told, hashes, queries };
}

/** Somebody with a password, somebody without, somebody who has left, nobody. */
async function addresses() {
  const [known, coded, leaver] = [await person(api), await person(api), await person(api)];
  await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', coded.id).execute();
  await leaver.call('deleteAccount', { body: { password: PASSWORD } });
  return [known.email, coded.email, leaver.email, 'nobody-at-all@example.com'];
}

/** The same for each; answers it. */
function expectAlike(costs: Awaited<ReturnType<typeof costOf>>[]) {
  for (const cost of costs) expect(cost).toEqual(costs[0]);
  return costs[0]!;
}

test('a wrong password: one hash is computed, whoever is asked for', async () => {
  const costs = [];
  for (const email of await addresses())
    costs.push(await costOf('login', { email, password: 'sobras2', device_name: 'x' }));
  expect(expectAlike(costs)).toMatchObject({ status: 422, hashes: 1 });
});

test('a wrong code: the same is looked up, with one on the way and without', async () => {
  const emails = await addresses();
  for (const email of [...emails.slice(0, 1), ...emails.slice(-1)]) await codeFor(api, email);
  const costs = [];
  for (const email of emails)
    costs.push(await costOf('login', { email, code: String(Number(CODE) + 1), device_name: 'x' }));
  expect(expectAlike(costs)).toMatchObject({ status: 422, hashes: 0 });
});

test('asking for a code, which is how a forgotten password is got over: the same is written, and mailed', async () => {
  const emails = await addresses();
  const before = api.mails.length;
  const costs = [];
  for (const email of emails) costs.push(await costOf('sendCode', { email, device_name: 'x' }));
  expect(expectAlike(costs)).toMatchObject({ status: 200, hashes: 0 });
  expect(costs[0]!.queries.some((text) => /insert into "login_codes"/.test(text))).toBe(true);
  await api.jobs.runDue();
  const codes = api.mails.slice(before).filter(({ subject }) => /\d{6}/.test(subject));
  expect(codes.map(({ to }) => to).sort()).toEqual(emails.sort());
});
