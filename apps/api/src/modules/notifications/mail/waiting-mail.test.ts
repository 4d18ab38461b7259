import { expect, test } from 'vitest';
import { expectApiError } from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import type { Mail } from '../../../platform/mail/mail.ts';

const api = useTestApp();
const sendCode = (email: string) => api.client()('sendCode', { body: { email, device_name: 'x' } });
const login = (email: string, code: string) =>
  api.client()('login', { body: { email, code, device_name: 'x' } });
const readCode = (mail: Mail) => /\b\d{6}\b/.exec(mail.text)![0];

/** Captures mails to an address from now on; the first `failures` of them fail. */
function captureMailsTo(email: string, failures: number): Mail[] {
  const mails: Mail[] = [];
  api.context.mailer = {
    send: async (mail) => {
      if (mail.to !== email) return;
      mails.push(mail);
      if (mails.length <= failures) throw Object.assign(new Error('later'), { responseCode: 451 });
    },
  };
  return mails;
}

test('a retried code mail has a new code and invalidates the former one', async () => {
  const email = 'again@example.com';
  const mails = captureMailsTo(email, 1);
  await sendCode(email);
  await api.jobs.runDue();
  api.clock.advance(2 * MINUTE);
  await api.jobs.runDue();
  const [formerCode, latestCode] = mails.map(readCode);
  expect(mails).toHaveLength(2);
  if (formerCode !== latestCode) await expectApiError(login(email, formerCode!), 1, 'code');
  expect(mails[1]!.until).toBe(mails[0]!.until);
  await login(email, latestCode!);
});

test('tries are not reset when a code mail is retried', async () => {
  const email = 'tried@example.com';
  const mails = captureMailsTo(email, 1);
  await sendCode(email);
  await api.jobs.runDue();
  const buildWrongCode = () => String((Number(readCode(mails.at(-1)!)) + 1) % 1_000_000).padStart(6, '0');
  for (let i = 0; i < 3; i++) await expectApiError(login(email, buildWrongCode()), 1, 'code');
  api.clock.advance(2 * MINUTE);
  await api.jobs.runDue();
  for (let i = 0; i < 2; i++) await expectApiError(login(email, buildWrongCode()), 1, 'code');
  await expectApiError(login(email, readCode(mails[1]!)), 1, 'code');
});

test('two requests before the first mail is sent get the same code', async () => {
  const email = 'impatient@example.com';
  const mails = captureMailsTo(email, 0);
  await sendCode(email);
  await sendCode(email);
  await api.jobs.runDue();
  expect(new Set(mails.map(readCode)).size).toBe(1);
  await login(email, readCode(mails[0]!));
});

test('no code is accepted before one was generated', async () => {
  const email = 'early@example.com';
  const mails = captureMailsTo(email, 0);
  await sendCode(email);
  await expectApiError(login(email, '000000'), 1, 'code');
  await api.jobs.runDue();
  await login(email, readCode(mails[0]!));
});
