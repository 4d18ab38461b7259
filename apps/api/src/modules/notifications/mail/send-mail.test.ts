import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MailServer } from '../../../../test/servers/notification-receivers.ts';
import { createTestUser } from '../../../../test/support/builders.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import type { TextMail } from '../../../platform/mail/mail.ts';
import { createSmtpMailer } from '../../../platform/mail/smtp-mailer.ts';
import { countUndeliveredMails } from '../../../platform/observability/metrics.queries.ts';
import { listFailedMail, resendFailedMail } from './send-mail.ts';

const HOUR = 60 * MINUTE;
const FROM = 'WoPack <ola@wopack.example>';
const api = useTestApp();
const mailServer = new MailServer();
let closeMailer: () => Promise<void>;

beforeAll(async () => {
  await mailServer.open();
  const mailer = createSmtpMailer({ url: mailServer.url, from: FROM }, api.clock.now, 0);
  api.context.mailer = mailer;
  closeMailer = mailer.close;
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  mailServer.recipientReply = () => null;
  mailServer.dataReply = mailServer.loginReply = null;
  await api.db.deleteFrom('mail_failures').execute();
});
afterAll(async () => {
  await closeMailer();
  await mailServer.close();
});

let addressCount = 0;
async function sendTestMail(mail: Partial<TextMail> = {}): Promise<string> {
  const to = `reader${++addressCount}@example.com`;
  const job = { to, subject: 'Olá', text: 'Um.\n\nVer: https://wopack.example/x\n\nWoPack', ...mail };
  await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'notifications.send-mail', job));
  await api.jobs.runDue();
  return to;
}
const listReceived = (address: string) => mailServer.mails.filter(({ to }) => to?.[0]?.address === address);
async function advanceTime(ms: number): Promise<void> {
  api.clock.advance(ms);
  await api.jobs.runDue();
}

test('an order confirmation is sent once as text and HTML, with a stable Message-ID', async () => {
  const { buyer, pin } = await createPaidOrder(api);
  await api.jobs.runDue();
  const [mail] = listReceived(buyer.email);
  expect(mail).toMatchObject({
    from: { address: 'ola@wopack.example', name: 'WoPack' },
    subject: expect.stringContaining('Cesto'),
    text: expect.stringContaining(`PIN: ${pin}`),
    html: expect.stringContaining(pin),
    messageId: expect.stringMatching(/^<[0-9a-f]{40}@wopack\.example>$/),
  });
  const findHeader = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
  expect(findHeader('auto-submitted')).toBe('auto-generated');
  // Transactional mails have no unsubscribe link.
  expect(findHeader('list-unsubscribe')).toBeUndefined();
});

test('greylisting: refused at first, delivered once a minute later', async () => {
  mailServer.recipientReply = () => ({ code: 451, message: 'Greylisted, come back in a minute' });
  const to = await sendTestMail();
  expect(listReceived(to)).toEqual([]);
  mailServer.recipientReply = () => null;
  await advanceTime(30_000);
  expect(listReceived(to)).toEqual([]);
  await advanceTime(31_000);
  expect(listReceived(to)).toHaveLength(1);
  await advanceTime(48 * HOUR);
  expect(listReceived(to)).toHaveLength(1);
  expect(await listFailedMail(api.context)).toEqual([]);
});

test.each([
  ['recipient', 550, 'No such user here'],
  ['data', 554, 'Message refused'],
] as const)(
  'permanently refused at the %s: stored with the reason and not retried',
  async (step, code, words) => {
    if (step === 'data') mailServer.dataReply = { code, message: words };
    else mailServer.recipientReply = () => ({ code, message: words });
    const to = await sendTestMail();
    const connectionsBefore = mailServer.connections;
    await advanceTime(48 * HOUR);
    expect(mailServer.connections).toBe(connectionsBefore);
    expect(await listFailedMail(api.context)).toMatchObject([
      { recipient: to, subject: 'Olá', reason: expect.stringContaining(words), failures: 1 },
    ]);

    mailServer.recipientReply = () => null;
    mailServer.dataReply = null;
    expect(await runInTransaction(api.context, resendFailedMail, 'all')).toBe(1);
    await api.jobs.runDue();
    expect(listReceived(to)).toHaveLength(1);
    expect(await listFailedMail(api.context)).toEqual([]);
  },
);

test('an undelivered mail is logged with its cause but without its recipient, and counted', async () => {
  mailServer.recipientReply = (address) => ({ code: 451, message: `Later, <${address}>` });
  const to = await sendTestMail();
  expect(api.logs.at(-1)).toMatchObject({
    level: 40,
    queue: 'notifications.send-mail',
    failures: 1,
    msg: 'mail not sent, will be retried',
    next_attempt_at: new Date(api.clock.now().getTime() + MINUTE).toISOString(),
  });
  expect(await countUndeliveredMails(api.db, api.clock.now())).toBe(0);
  mailServer.recipientReply = (address) => ({ code: 550, message: `No such user: <${address}>` });
  await advanceTime(2 * MINUTE);
  expect(api.logs.at(-1)).toMatchObject({
    level: 50,
    queue: 'notifications.send-mail',
    failures: 2,
    msg: 'mail not delivered',
    err: { message: expect.stringContaining('No such user'), stack: expect.any(String) },
  });
  expect(JSON.stringify(api.logs)).not.toContain(to);
  expect(await countUndeliveredMails(api.db, api.clock.now())).toBe(1);
  expect(await countUndeliveredMails(api.db, new Date(api.clock.now().getTime() + 25 * HOUR))).toBe(0);
});

test('a refused mail does not delay others', async () => {
  mailServer.recipientReply = (address) =>
    address.startsWith('gone') ? { code: 550, message: 'Gone' } : null;
  await sendTestMail({ to: 'gone@example.com' });
  const to = await sendTestMail();
  expect(listReceived(to)).toHaveLength(1);
});

test('a wrong SMTP password is not a permanent failure of the mail', async () => {
  mailServer.loginReply = { code: 535, message: 'Authentication failed' };
  // An open connection is not authenticated again.
  const freshMailer = createSmtpMailer({ url: mailServer.url, from: FROM }, api.clock.now, 0);
  const originalMailer = api.context.mailer;
  api.context.mailer = freshMailer;
  const to = await sendTestMail();
  expect(await listFailedMail(api.context)).toEqual([]);
  mailServer.loginReply = null;
  await advanceTime(2 * MINUTE);
  expect(listReceived(to)).toHaveLength(1);
  await freshMailer.close();
  api.context.mailer = originalMailer;
});

test('an unavailable server is retried for two days, then the operator is alerted', async () => {
  const unreachableMailer = createSmtpMailer(
    { url: 'smtp://127.0.0.1:1', from: FROM },
    api.clock.now,
    60_000,
  );
  const originalMailer = api.context.mailer;
  api.context.mailer = unreachableMailer;
  const to = await sendTestMail();
  for (let hour = 0; hour < 46; hour++) await advanceTime(HOUR);
  expect(await listFailedMail(api.context)).toEqual([]);
  for (let hour = 0; hour < 12; hour++) await advanceTime(HOUR);
  expect(await listFailedMail(api.context)).toMatchObject([{ recipient: to, failures: 12 }]);
  await unreachableMailer.close();
  api.context.mailer = originalMailer;
  const [failure] = await listFailedMail(api.context);
  expect(await runInTransaction(api.context, resendFailedMail, [failure!.id])).toBe(1);
  await api.jobs.runDue();
  expect(listReceived(to)).toHaveLength(1);
});

test('an expired code is neither sent nor stored', async () => {
  mailServer.recipientReply = () => ({ code: 451, message: 'Later' });
  const email = `code${++addressCount}@example.com`;
  await api.client()('sendCode', { body: { email, device_name: 'test' } });
  await api.jobs.runDue();
  for (let minute = 0; minute < 12; minute++) await advanceTime(MINUTE);
  mailServer.recipientReply = () => null;
  await advanceTime(HOUR);
  expect(listReceived(email)).toEqual([]);
  const [failure] = await listFailedMail(api.context);
  expect(failure).toMatchObject({ recipient: email, subject: '', mail: null });
  expect(await runInTransaction(api.context, resendFailedMail, 'all')).toBe(0);
});

test('undelivered mails of a deleted account are deleted', async () => {
  const deletedUser = await createTestUser(api);
  mailServer.recipientReply = (address) =>
    address === deletedUser.email ? { code: 550, message: 'Full' } : null;
  await sendTestMail({ to: deletedUser.email });
  expect(await listFailedMail(api.context)).toHaveLength(1);
  await deletedUser.call('deleteAccount', { body: { password: 'sobras1' } });
  expect(await listFailedMail(api.context)).toEqual([]);
});

test('a one-click request of a mail program ends reminders', async () => {
  api.clock.set('2026-12-04T12:00:00Z');
  const { buyer } = await createPaidOrder(api);
  api.clock.set('2026-12-04T16:31:00Z');
  await api.jobs.runDue();
  const reminder = listReceived(buyer.email).find(({ headers }) =>
    headers.some(({ key }) => key === 'list-unsubscribe'),
  );
  const findHeader = (name: string) => reminder!.headers.find(({ key }) => key === name)?.value;
  expect(findHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const url = new URL(/^<(.+)>$/.exec(findHeader('list-unsubscribe')!)![1]!);
  // Mail programs send the path; people open the same key as a fragment, which is not sent.
  expect(reminder!.html).toContain(url.href.replace(/\/(?=[^/]*$)/, '#'));
  const postOneClick = (path: string, contentType: string, payload: string) =>
    api.app.inject({ method: 'POST', url: path, headers: { 'content-type': contentType }, payload });

  const getSettings = async () => (await buyer.call('getNotificationSettings')).data;
  const form = ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'] as const;
  for (let time = 0; time < 2; time++)
    expect((await postOneClick(url.pathname, ...form)).statusCode).toBe(200);
  expect(await getSettings()).toMatchObject({ channel: 'mail', reminder_minutes: 0 });
  const favouritesPath = url.pathname.replace('reminders', 'favourites');
  const multipartBody =
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect(
    (await postOneClick(favouritesPath, 'multipart/form-data; boundary=x', multipartBody)).statusCode,
  ).toBe(200);
  expect(await getSettings()).toMatchObject({ channel: 'none', reminder_minutes: 0 });
  const unknownUserPath = favouritesPath.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000');
  expect((await postOneClick(unknownUserPath, ...form)).statusCode).toBe(404);
  expect((await postOneClick('/unsubscribe/favourites/x', ...form)).statusCode).toBe(422);
});

test('after repeated timeouts the next mails fail at once', async () => {
  const unreachableMailer = createSmtpMailer(
    { url: 'smtp://127.0.0.1:1', from: FROM },
    api.clock.now,
    60_000,
  );
  const mail = { to: 'a@example.com', subject: 'x', text: 'y' };
  for (let time = 0; time < 3; time++)
    await expect(unreachableMailer.send(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  await expect(unreachableMailer.send(mail)).rejects.toThrow('the mail server does not answer');
  await unreachableMailer.close();
});
