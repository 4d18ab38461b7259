import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createTestUser, expectApiError } from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { createEmptyDatabase } from '../../../../test/support/test-databases.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { listMigrationNames, migrate } from '../../../platform/db/migrate.ts';
import { restoreJobs } from '../../../platform/jobs.ts';
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

test('a queued mail in the format of a former version is sent unchanged', async () => {
  const email = 'former@example.com';
  const mails = captureMailsTo(email, 1);
  const unsubscribe = 'https://wopack.example/unsubscribe/reminders/30c15aef-4abf-4b18-a4c0-14b36ec1b7c7';
  const formerMail = {
    to: email,
    subject: 'Olá',
    text: 'Um.\n\nWoPack',
    language: 'pt' as const,
    unsubscribe,
  };
  await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'notifications.send-mail', formerMail));
  await api.jobs.runDue();
  api.clock.advance(2 * MINUTE);
  await api.jobs.runDue();
  expect(mails).toEqual([formerMail, formerMail]);
});

test('links in mails of former versions keep working and are stored as hashes', async () => {
  const recipient = await createTestUser(api);
  const key = '30c15aef-4abf-4b18-a4c0-14b36ec1b7c7';
  await sql`UPDATE users SET former_mail_key_hash = ${createHash('sha256').update(key).digest()} WHERE id = ${recipient.id}`.execute(
    api.db,
  );
  await api.client()('unsubscribe', { body: { what: 'favourites', key } });
  expect((await recipient.call('getNotificationSettings')).data.channel).toBe('none');
});

test('the migration removes codes, PINs and links from queued and sent mails', async () => {
  const { ownerUrl: url, drop } = await createEmptyDatabase(inject('serverUrl'));
  const db = openDatabase(url, 2);
  const migrations = await listMigrationNames();
  await migrate(db, migrations[migrations.indexOf('20261122103000_secrets') - 1]);
  const orderMail = {
    to: 'a@b.example',
    subject: 'Pão',
    text: 'Pão.\nPIN: 4071\n\nhttps://w.example/orders/12',
  };
  const unsubscribe = 'https://w.example/unsubscribe/sold/30c15aef-4abf-4b18-a4c0-14b36ec1b7c7';
  const codeMail = {
    to: 'C@d.example',
    subject: '482731',
    text: '482731',
    until: '2026-11-20',
    language: 'pt',
  };
  const plainMail = { to: 'e@f.example', subject: 'Olá', text: 'Um.' };
  const start_after = '2026-11-20T12:00:00Z';
  await restoreJobs(
    url,
    [orderMail, codeMail, plainMail, { ...orderMail, sent: true }].map((data) => ({
      queue: 'mail',
      data,
      start_after,
    })),
  );
  await sql`UPDATE pgboss.job SET state = 'retry' WHERE data ? 'until'`.execute(db);
  await sql`UPDATE pgboss.job SET state = 'completed' WHERE data ? 'sent'`.execute(db);
  await sql`INSERT INTO login_codes (email, hash, expires_at) VALUES ('c@d.example', '', now())`.execute(db);
  for (const mail of [orderMail, { ...plainMail, unsubscribe }])
    await sql`INSERT INTO mail_failures (recipient, subject, mail, reason, failures, failed_at)
      VALUES (${mail.to}, '', ${JSON.stringify(mail)}, 'x', 1, now())`.execute(db);

  // The next one deletes codes that were sent before it.
  await migrate(db, migrations[migrations.indexOf('20261128030100_login_code_purposes') - 1]);
  const request = await db.selectFrom('login_codes').select('request_id').executeTakeFirstOrThrow();
  const { rows } = await sql<{ state: string; data: object }>`
    SELECT state, data FROM pgboss.job WHERE name = 'notifications.send-mail' ORDER BY state, data::text`.execute(
    db,
  );
  const orderTemplate = { template: 'order', orderId: 12 };
  expect(rows).toHaveLength(4);
  expect(rows).toEqual(
    expect.arrayContaining([
      { state: 'created', data: orderTemplate },
      { state: 'created', data: plainMail },
      { state: 'retry', data: { template: 'code', requestId: request.request_id, language: 'pt' } },
      { state: 'completed', data: {} },
    ]),
  );
  const failures = await db.selectFrom('mail_failures').select('mail').orderBy('id').execute();
  expect(failures).toEqual([{ mail: orderTemplate }, { mail: plainMail }]);
  await db.destroy();
  await drop();
});
