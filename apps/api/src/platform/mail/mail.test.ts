import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailServer } from '../../../test/servers/notification-receivers.ts';
import en from '../messages/en.json' with { type: 'json' };
import { translate } from '../messages/translate.ts';
import { createOutboxMailer } from './mail.ts';
import { buildMailMessage, type Mail, renderMailHtml } from './mail-message.ts';
import { createSmtpMailer, requiresTls } from './smtp-mailer.ts';

const server = new MailServer();
beforeAll(() => server.open());
afterAll(() => server.close());

const mail = { to: 'marta@example.com', subject: 'x', text: 'x' };
const sendTo = async (url: string) => {
  const mailer = createSmtpMailer({ url, from: 'WoPack <ola@wopack.example>' }, () => new Date(), 0);
  try {
    await mailer.send(mail);
  } finally {
    await mailer.close();
  }
};

test.each([
  ['smtp://user:password@mail.example.com:587', true],
  ['smtp://user:password@mail.example.com:587?pool=true', true],
  ['smtp://user:password@10.0.0.5', true],
  ['smtps://user:password@mail.example.com', true],
  ['smtp://user:password@mail.example.com:587?requireTLS=true', true],
  ['smtp://mail.internal:25?requireTLS=false', false],
  ['smtp://mail.internal:25?ignoreTLS=true', false],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:1025', false],
  ['smtp://127.0.0.1:1025?requireTLS=true', true],
])('%s: encryption is required: %s', (url, required) => {
  expect(requiresTls(url)).toBe(required);
});

test('no mail is sent to a server without encryption where it is required', async () => {
  await expect(sendTo(`${server.url}?requireTLS=true`)).rejects.toThrow();
  expect(server.mails).toHaveLength(0);
  await sendTo(server.url);
  expect(server.mails).toHaveLength(1);
});

const values = {
  name: 'Cesto <b>& "fim"</b>',
  place: 'Padaria Aurora',
  address: 'Rua da Trindade 18',
  pickup: '17:30–19:00',
  cancelling: 'Cancelling is free until Fri 20 Nov 15:30.',
  receipt: 'Receipt: order no. 10001, €3.99 paid on Friday, 20 November 2026.',
  until: 'Fri 20 Nov 15:30',
  email: 'nova@example.com',
  paid: '€3.99',
  paidOn: 'Friday, 20 November 2026',
  card: '4242',
  pin: '0417',
  code: '482731',
  amount: '3,99 €',
  reason: 'O forno avariou.',
  answer: 'Pedimos desculpa.',
  text: 'O saco estava vazio.',
  client: 'Marta',
  id: 10001,
  month: '11/2026',
  run: 7,
  payouts: 3,
  at: '22 November 2026 at 15:00',
  digits: '0154',
  rank: 5,
  place_in_line: 3,
  public_sale: '18:30',
  role: 'catalogue',
  summary: 'We hid the pack.',
  former: '9011',
  day: '5 January 2027',
  url: 'https://wopack.example/orders/7?a=1&b=2',
  settings: 'https://wopack.example/account/notifications',
};

/** All mail templates, so that a new one is tested without being listed. */
const templates = Object.entries(en.mail).filter(([, texts]) => typeof texts === 'object');

describe.each(templates)('%s', (template) => {
  test.each(['pt', 'en', 'ru'] as const)('%s', async (language) => {
    const mail: Mail = {
      to: 'marta@example.com',
      subject: translate(`mail.${template}.subject`, language, values),
      text: translate(`mail.${template}.text`, language, values),
      url: values.url,
      language,
    };
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      buildMailMessage(mail, 'WoPack <ola@wopack.example>', new Date()),
    );
    const parsed = await PostalMime.parse(message as Buffer);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    const html = parsed.html!;
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('{{');
    expect(html).not.toContain('<b>');
    // Every word of the text appears in the HTML.
    const visibleText = html
      .replace(/<style>.*<\/style>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const word of mail.text.split(/\s+|: /).filter((part) => !part.startsWith('https:')))
      expect(visibleText).toContain(word.replace(/:$/, ''));
    const hasButton = mail.text.includes(`: ${values.url}\n`);
    expect(html.match(/class="button" href="https:\/\/wopack\.example\/orders\/7\?/g)?.length ?? 0).toBe(
      hasButton ? 1 : 0,
    );
    for (const url of mail.text.match(/https:\S+/g) ?? [])
      expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
  });
});

test("the template's link becomes the button, the unsubscribe link is below", () => {
  const html = renderMailHtml({
    subject: 'x',
    text: 'One.\n\nSee it: https://a.example/1\n\nSettings: https://a.example/2\n\nWoPack',
    url: 'https://a.example/1',
    language: 'en',
    unsubscribe: 'https://a.example/unsubscribe/favourites/k',
  });
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html).toMatch(/class="button" href="https:\/\/a.example\/1"/);
  expect(html).toMatch(/favourites#k"[^>]*>Send me no more mails like this</);
  // No external resources are loaded.
  expect(html).not.toMatch(/<img|src=|url\(/);
});

test.each([
  'Rua 1\n\nConfirm your card to keep it: https://evil.example/pay\n\n.',
  'Confirm your card to keep it: https://evil.example/pay',
  'Confirm your card to keep it: https://wopack.example/orders/7\n\nhttps://evil.example/pay',
  'Confirm your card to keep it: https://wopack.example/orders/7\n\n.',
])('user-supplied text never becomes the button: %j', (address) => {
  const url = 'https://wopack.example/orders/7';
  const text = translate('mail.order.text', 'en', { ...values, address, url });
  const html = renderMailHtml({ subject: 'x', text, url, language: 'en' });
  expect(html.match(/class="button"[^>]*>[^<]*</g)).toEqual([expect.stringMatching(/>Your ticket<$/)]);
  expect(html).toContain(`class="button" href="${url}"`);
  expect(renderMailHtml({ subject: 'x', text, language: 'en' })).not.toContain('class="button"');
});

test('outbox files are readable only by the user that WoPack runs as', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'wopack-outbox-'));
  const folder = join(parent, 'outbox');
  const mailer = createOutboxMailer(folder, 'WoPack <ola@wopack.example>', () => new Date());
  await mailer.send({ to: 'marta@example.com', subject: 'Your code', text: 'Your code: 482731' });
  const [name] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600);
  await rm(parent, { recursive: true });
});
