import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { person } from '../../../test/builders.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { sale } from '../../../test/sale.ts';
import { MINUTE, useTestApp } from '../../../test/test-app.ts';
import type { Mail } from '../../platform/mail.ts';
import { countUndeliveredMails } from '../../platform/metrics/figures.queries.ts';
import { smtpMailer } from '../../platform/smtp.ts';
import { failedMail, sendFailedMail } from './failed-mail.ts';

const HOUR = 60 * MINUTE;
const FROM = 'WoPack <ola@wopack.example>';
const api = useTestApp();
const server = new MailServer();
let close: () => Promise<void>;

beforeAll(async () => {
  await server.open();
  const mailer = smtpMailer({ url: server.url, from: FROM }, api.clock.now, 0);
  api.context.mailer = mailer;
  close = mailer.close;
});
beforeEach(async () => {
  server.mails.length = 0;
  server.recipient = () => null;
  server.data = server.login = null;
  await api.db.deleteFrom('mail_failures').execute();
});
afterAll(async () => {
  await close();
  await server.close();
});

let count = 0;
async function post(mail: Partial<Mail> = {}): Promise<string> {
  const to = `reader${++count}@example.com`;
  const whole = { to, subject: 'Olá', text: 'Um.\n\nVer: https://wopack.example/x\n\nWoPack', ...mail };
  await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'mail', whole));
  await api.jobs.runDue();
  return to;
}
const arrived = (address: string) => server.mails.filter(({ to }) => to?.[0]?.address === address);
async function later(ms: number): Promise<void> {
  api.clock.advance(ms);
  await api.jobs.runDue();
}

test('an order is told as text and as HTML, once, by a name that stays', async () => {
  const { buyer, pin } = await sale(api);
  await api.jobs.runDue();
  const [mail] = arrived(buyer.email);
  expect(mail).toMatchObject({
    from: { address: 'ola@wopack.example', name: 'WoPack' },
    subject: expect.stringContaining('Cesto'),
    text: expect.stringContaining(`PIN: ${pin}`),
    html: expect.stringContaining(pin),
    messageId: expect.stringMatching(/^<[0-9a-f]{40}@wopack\.example>$/),
  });
  const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
  expect(header('auto-submitted')).toBe('auto-generated');
  // Whoever bought needs it.
  expect(header('list-unsubscribe')).toBeUndefined();
});

test('greylisting: refused for now, taken a minute later, once', async () => {
  server.recipient = () => ({ code: 451, words: 'Greylisted, come back in a minute' });
  const to = await post();
  expect(arrived(to)).toEqual([]);
  server.recipient = () => null;
  await later(30_000);
  expect(arrived(to)).toEqual([]);
  await later(31_000);
  expect(arrived(to)).toHaveLength(1);
  await later(48 * HOUR);
  expect(arrived(to)).toHaveLength(1);
  expect(await failedMail(api.context)).toEqual([]);
});

test.each([
  ['recipient', 550, 'No such user here'],
  ['data', 554, 'Message refused'],
] as const)(
  'refused for good at the %s: written down with the reason, not tried again',
  async (step, code, words) => {
    if (step === 'data') server.data = { code, words };
    else server.recipient = () => ({ code, words });
    const to = await post();
    const before = server.connections;
    await later(48 * HOUR);
    expect(server.connections).toBe(before);
    expect(await failedMail(api.context)).toMatchObject([
      { recipient: to, subject: 'Olá', reason: expect.stringContaining(words), failures: 1 },
    ]);

    server.recipient = () => null;
    server.data = null;
    expect(await sendFailedMail(api.context, 'all')).toBe(1);
    await api.jobs.runDue();
    expect(arrived(to)).toHaveLength(1);
    expect(await failedMail(api.context)).toEqual([]);
  },
);

test('mail that is not delivered is logged with its cause, without whom it was for, and counted', async () => {
  server.recipient = (address) => ({ code: 451, words: `Later, <${address}>` });
  const to = await post();
  expect(api.logs.at(-1)).toMatchObject({
    ...{ level: 40, queue: 'mail', failures: 1, msg: 'mail not sent yet' },
    next_try_at: new Date(api.clock.now().getTime() + MINUTE).toISOString(),
  });
  expect(await countUndeliveredMails(api.db, api.clock.now())).toBe(0);
  server.recipient = (address) => ({ code: 550, words: `No such user: <${address}>` });
  await later(2 * MINUTE);
  expect(api.logs.at(-1)).toMatchObject({
    ...{ level: 50, queue: 'mail', failures: 2, msg: 'mail not delivered' },
    err: { message: expect.stringContaining('No such user'), stack: expect.any(String) },
  });
  expect(JSON.stringify(api.logs)).not.toContain(to);
  expect(await countUndeliveredMails(api.db, api.clock.now())).toBe(1);
  expect(await countUndeliveredMails(api.db, new Date(api.clock.now().getTime() + 25 * HOUR))).toBe(0);
});

test('one that is refused keeps nobody else from their mail', async () => {
  server.recipient = (address) => (address.startsWith('gone') ? { code: 550, words: 'Gone' } : null);
  await post({ to: 'gone@example.com' });
  const to = await post();
  expect(arrived(to)).toHaveLength(1);
});

test('our own wrong password is no fault of a mail', async () => {
  server.login = { code: 535, words: 'Authentication failed' };
  // A connection that is open needs no password.
  const fresh = smtpMailer({ url: server.url, from: FROM }, api.clock.now, 0);
  const before = api.context.mailer;
  api.context.mailer = fresh;
  const to = await post();
  expect(await failedMail(api.context)).toEqual([]);
  server.login = null;
  await later(2 * MINUTE);
  expect(arrived(to)).toHaveLength(1);
  await fresh.close();
  api.context.mailer = before;
});

test('a server that is away is tried for two days, then the operator is told why', async () => {
  const nobody = smtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM }, api.clock.now, 60_000);
  const before = api.context.mailer;
  api.context.mailer = nobody;
  const to = await post();
  for (let hour = 0; hour < 46; hour++) await later(HOUR);
  expect(await failedMail(api.context)).toEqual([]);
  for (let hour = 0; hour < 12; hour++) await later(HOUR);
  expect(await failedMail(api.context)).toMatchObject([{ recipient: to, failures: 12 }]);
  await nobody.close();
  api.context.mailer = before;
  const [failure] = await failedMail(api.context);
  expect(await sendFailedMail(api.context, [failure!.id])).toBe(1);
  await api.jobs.runDue();
  expect(arrived(to)).toHaveLength(1);
});

test('a code that is no use any more is neither sent nor kept', async () => {
  server.recipient = () => ({ code: 451, words: 'Later' });
  const email = `code${++count}@example.com`;
  await api.client()('sendCode', { body: { email, device_name: 'test' } });
  await api.jobs.runDue();
  for (let minute = 0; minute < 12; minute++) await later(MINUTE);
  server.recipient = () => null;
  await later(HOUR);
  expect(arrived(email)).toEqual([]);
  const [failure] = await failedMail(api.context);
  expect(failure).toMatchObject({ recipient: email, subject: '', mail: null });
  expect(await sendFailedMail(api.context, 'all')).toBe(0);
});

test('what was not delivered to somebody goes when they leave', async () => {
  const leaver = await person(api);
  server.recipient = (address) => (address === leaver.email ? { code: 550, words: 'Full' } : null);
  await post({ to: leaver.email });
  expect(await failedMail(api.context)).toHaveLength(1);
  await leaver.call('deleteAccount', { body: { password: 'sobras1' } });
  expect(await failedMail(api.context)).toEqual([]);
});

test('one click ends reminders, as mail programs click', async () => {
  api.clock.set('2026-12-04T12:00:00Z');
  const { buyer } = await sale(api);
  api.clock.set('2026-12-04T16:31:00Z');
  await api.jobs.runDue();
  const reminder = arrived(buyer.email).find(({ headers }) =>
    headers.some(({ key }) => key === 'list-unsubscribe'),
  );
  const header = (name: string) => reminder!.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const url = new URL(/^<(.+)>$/.exec(header('list-unsubscribe')!)![1]!);
  expect(reminder!.html).toContain(url.href);
  const click = (path: string, contentType: string, payload: string) =>
    api.app.inject({ method: 'POST', url: path, headers: { 'content-type': contentType }, payload });

  const settings = async () => (await buyer.call('showNotifications')).data;
  const form = ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'] as const;
  for (let time = 0; time < 2; time++) expect((await click(url.pathname, ...form)).statusCode).toBe(200);
  expect(await settings()).toMatchObject({ channel: 'mail', reminder_minutes: 0 });
  const favourites = url.pathname.replace('reminders', 'favourites');
  const parts =
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await click(favourites, 'multipart/form-data; boundary=x', parts)).statusCode).toBe(200);
  expect(await settings()).toMatchObject({ channel: 'none', reminder_minutes: 0 });
  const nobody = favourites.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000');
  expect((await click(nobody, ...form)).statusCode).toBe(404);
  expect((await click('/unsubscribe/favourites/x', ...form)).statusCode).toBe(422);
});

test('after servers that did not answer the next mails do not wait', async () => {
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM }, api.clock.now, 60_000);
  const mail = { to: 'a@example.com', subject: 'x', text: 'y' };
  for (let time = 0; time < 3; time++)
    await expect(away.send(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  await expect(away.send(mail)).rejects.toThrow('the mail server does not answer');
  await away.close();
});
