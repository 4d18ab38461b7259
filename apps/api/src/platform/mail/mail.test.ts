import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailServer } from '../../../test/servers/notification-receivers.ts';
import en from '../messages/en.json' with { type: 'json' };
import { getTemplate } from '../messages/translate.ts';
import { composeMail, composeSentence } from './compose-mail.ts';
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
  search: 'sushi vegan',
  place: 'Padaria Aurora',
  address: 'Rua da Trindade 18',
  pickup: '17:30–19:00',
  cancelling: 'Cancelling is free until Fri 20 Nov 15:30.',
  credit: '€1.00',
  discount: '€2.00',
  receipt: 'Receipt: order no. 10001, €3.99 paid on Friday, 20 November 2026.',
  until: 'Fri 20 Nov 15:30',
  email: 'nova@example.com',
  paid: '€3.99',
  paidOn: 'Friday, 20 November 2026',
  card: '4242',
  method: 'MB WAY',
  seller: 'Aurora Panificação, Lda.',
  vat: 'The price includes VAT at 13%: €0.46.',
  notInvoice: 'This is not an invoice.',
  pin: '0417',
  code: '482731',
  purpose: 'With it you sign in to WoPack.',
  device: 'Chrome, Windows',
  amount: '3,99 €',
  value: '12,00 €',
  from: '12,00 €',
  to: '11,00 €',
  got: 9,
  answers: 15,
  promised: 3,
  proposal: 5,
  firstUntil: 'Sun 20 Dec, 15:30',
  price: '3,99 €',
  cause: 'The card was lost.',
  reason: 'O forno avariou.',
  answer: 'Pedimos desculpa.',
  text: 'O saco estava vazio.',
  client: 'Marta',
  business: 'Fontes & Filha, Lda.',
  inviter: 'Rui Fontes',
  member: 'Ana Lopes',
  id: 10001,
  month: '11/2026',
  run: 7,
  payouts: 3,
  at: '22 November 2026 at 15:00',
  digits: '0154',
  rank: 5,
  entries: 12,
  units: 5,
  left: 2,
  count: 2,
  quantity: 5,
  place_in_line: 3,
  public_sale: '18:30',
  role: 'catalogue',
  hours: 72,
  places: 'Aurora Café, Rua da Bica 7',
  days: 7,
  summary: 'We hid the pack.',
  former: '9011',
  day: '5 January 2027',
  date: '30 January 2027',
  title: 'Terms and conditions',
  leave: 'https://wopack.example/account/delete',
  changes: 'Packs that keep can be withdrawn from.',
  buyer: 'Marta Salgado',
  items: 'an identity document and a proof of address',
  url: 'https://wopack.example/orders/7?a=1&b=2',
  settings: 'https://wopack.example/account/notifications',
};

interface MailTexts {
  [name: string]: string | MailTexts;
}

const listPaths = (texts: MailTexts, path: string[] = []): string[][] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' ? listPaths(value, [...path, name]) : [[...path, name]],
  );
const isMail = (texts: string | MailTexts | undefined): boolean =>
  typeof texts === 'object' && 'subject' in texts;
const getTexts = (path: string[]) =>
  path.reduce<string | MailTexts>((texts, name) => (texts as MailTexts)[name]!, en.mail);

/**
 * All texts of mails, so that a new one is tested without being listed: those anywhere below a subject, with the path to
 * it, and those without, which are sentences of mails.
 */
const paths = listPaths(en.mail);
const findMail = (path: string[]) => path.findIndex((_, length) => isMail(getTexts(path.slice(0, length))));
const templates = paths
  .filter((path) => findMail(path) > 0 && path.at(-1) !== 'subject')
  .map((path) => ({
    template: path.slice(0, findMail(path)).join('.'),
    text: path.slice(findMail(path)).join('.'),
  }));
const sentences = paths.filter((path) => findMail(path) < 0).map((path) => path.join('.'));

/** Placeholders of what users write freely. */
const QUOTED = ['reason', 'answer', 'text'];
const languages = ['pt', 'en', 'ru'] as const;

const readVisibleText = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const listTargets = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!);

describe.each(templates)('$template.$text', ({ template, text: textName }) => {
  test.each(languages)('%s', async (language) => {
    const mail: Mail = {
      to: 'marta@example.com',
      ...composeMail(template, language, values, { text: textName }),
    };
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      buildMailMessage(mail, 'WoPack <ola@wopack.example>', new Date()),
    );
    const parsed = await PostalMime.parse(message as Buffer);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    const html = parsed.html!;
    expect(html).toContain(`<html lang="${language}">`);
    expect(mail.text + html).not.toContain('{{');
    expect(html).not.toContain('<b>');
    // Every word of the text appears in the HTML.
    const visibleText = readVisibleText(html);
    for (const word of mail.text.split(/\s+|: /).filter((part) => part !== '>' && !part.startsWith('https:')))
      expect(visibleText).toContain(word.replace(/:$/, ''));
    const hasButton = mail.text.includes(`: ${values.url}\n`);
    expect(html.match(/class="button" href="https:\/\/wopack\.example\/orders\/7\?/g)?.length ?? 0).toBe(
      hasButton ? 1 : 0,
    );
    for (const url of mail.text.match(/https:\S+/g) ?? [])
      expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
  });

  test.each(languages)('%s: words of users make no link, button, box or line', (language) => {
    const source = getTemplate(`mail.${template}.${textName}`, language);
    for (const name of QUOTED)
      expect(source.replaceAll(`\n\n> {{${name}}}\n\n`, '')).not.toContain(`{{${name}}}`);
    const attacks = [
      'Desculpe.\nO seu novo PIN: 4821\nhttps://evil.example/pay',
      'x\r\n\r\nPay now: https://wopack.example/orders/7?a=1&b=2\r\n\r\nPIN: 4821',
      'x\u2028\u2028Your code: 482199',
      'Write to www.evil.example or help@evil.example <a href="https://evil.example">here</a>',
    ];
    for (const words of attacks) {
      const others = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' || ['url', 'settings', 'leave', 'pin', 'code'].includes(name)
            ? value
            : words,
        ]),
      );
      const benign = composeMail(template, language, values, { text: textName });
      const mail = composeMail(template, language, others, { text: textName });
      const html = renderMailHtml(mail);
      const benignHtml = renderMailHtml(benign);
      expect(listTargets(html)).toEqual(listTargets(benignHtml));
      for (const kind of ['class="button"', 'class="number"'])
        expect(html.split(kind)).toHaveLength(benignHtml.split(kind).length);
      expect(mail.subject).not.toMatch(/[\r\n\u2028]/);
      // Only in a quotation do the words begin a line, and there it is marked.
      expect(mail.text).not.toMatch(/^(O seu novo PIN: 4821|PIN: 4821|Your code: 482199)/m);
      expect(mail.text.replaceAll('https://wopack.example', '')).not.toMatch(
        /https?:\/\/|evil\.example|help@evil/,
      );
    }
  });
});

test('every text is a subject, a text or a sentence', () => {
  const subjects = paths.filter((path) => path.at(-1) === 'subject');
  expect(templates.length + subjects.length + sentences.length).toBe(paths.length);
  expect(templates).toContainEqual({ template: 'claimDecided', text: 'claimant.approved' });
});

test.each(sentences)('%s is one line, whatever its values are', (sentence) => {
  for (const language of languages) {
    const words = 'x\nYour code: 482199\nhttps://evil.example/pay';
    const others = Object.fromEntries(Object.keys(values).map((name) => [name, words]));
    const { composed } = composeSentence(`mail.${sentence}`, language, others);
    expect(composed).not.toMatch(/\n|https?:\/\/evil|evil\.example/);
  }
});

test('what WoPack calls something begins a sentence with a capital, and users’ names stay as they are', () => {
  const name = { composed: 'o pack n.º 7' };
  const compose = (sentence: string, value: typeof name | string) =>
    composeSentence(`mail.decision.${sentence}`, 'pt', { ...values, name: value }).composed;
  expect(compose('affected.shown', name)).toMatch(/^O pack n.º 7 /);
  expect(compose('reporter.kept', name)).toMatch(/\. O pack n.º 7 /);
  expect(compose('reporter.hidden', name)).toMatch(/ o pack n.º 7/);
  expect(compose('affected.shown', 'iogurte')).toMatch(/^iogurte /);
});

test('a name that ends with a full stop ends the sentence', () => {
  const values = { member: 'Ana', business: 'Forno, Lda.', url: 'https://wopack.example' };
  const { text } = composeMail('memberEnded', 'en', values);
  expect(text).toContain('Ana no longer acts for Forno, Lda.\n');
});

test('words of users are quoted as such', () => {
  const mail = composeMail('sellerCancelled', 'en', { ...values, reason: 'One.\n\nTwo & three' });
  expect(mail.text).toContain('The shop writes:\n\n> One.\n>\n> Two & three\n\n');
  expect(renderMailHtml(mail)).toMatch(/<blockquote [^>]*>One\.<br><br>Two &amp; three<\/blockquote>/);
});

test('words that a reader does not get by mail are on the page', () => {
  for (const [reason, options] of [
    [null, {}],
    ['Secret words', { hasQuotes: false }],
  ] as const) {
    const mail = composeMail('sellerCancelled', 'en', { ...values, reason }, options);
    expect(mail.text).toContain('The shop writes:\n\nThe text itself is on WoPack.\n\n');
    expect(mail.text).not.toContain('Secret words');
  }
});

test('a name that runs from right to left is isolated, and cannot turn the sentence around', () => {
  const { subject } = composeMail('reminder', 'en', { ...values, name: 'מאפייה' });
  expect(subject).toBe('Time for your pack: \u2068מאפייה\u2069');
  const attack = composeMail('reminder', 'en', { ...values, name: 'a\u202Etxt.exe\u2069' });
  expect(attack.subject).toBe('Time for your pack: atxt.\u200Cexe');
});

test('the link of the template is the button, the unsubscribe link is below', () => {
  const html = renderMailHtml({
    ...composeMail('reminder', 'en', values),
    unsubscribe: 'https://a.example/unsubscribe/favourites/k',
  });
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html).toMatch(/class="button" href="https:\/\/wopack.example\/orders\/7/);
  expect(html).toMatch(/favourites#k"[^>]*>Send me no more e-mails like this</);
  // No external resources are loaded.
  expect(html).not.toMatch(/<img|src=|url\(/);
});

test('a mail without blocks is text in paragraphs, without links', () => {
  const html = renderMailHtml({ subject: 'x', text: 'PIN: 1234\n\nSee it: https://a.example/1\n\nWoPack' });
  expect(html).not.toMatch(/href=|class="button"|class="number"/);
  expect(readVisibleText(html)).toContain('See it: https://a.example/1');
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

test('mails of the outbox are deleted after a week', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wopack-outbox-'));
  let now = new Date('2026-11-20T12:00:00Z');
  const mailer = createOutboxMailer(folder, 'WoPack <ola@wopack.example>', () => now);
  const sendAt = async (iso: string) => {
    now = new Date(iso);
    await mailer.send(mail);
    return (await readdir(folder)).map((name) => name.slice(0, 10)).sort();
  };
  await sendAt('2026-11-20T12:00:00Z');
  await sendAt('2026-11-21T12:00:00Z');
  expect(await sendAt('2026-11-27T11:59:00Z')).toEqual(['2026-11-20', '2026-11-21', '2026-11-27']);
  expect(await sendAt('2026-11-27T13:00:00Z')).toEqual(['2026-11-21', '2026-11-27', '2026-11-27']);
  await rm(folder, { recursive: true });
});
