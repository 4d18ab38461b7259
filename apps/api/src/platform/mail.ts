import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailContent, renderMailHtml } from './mail-html.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-file.ts';

export interface Mail extends MailContent {
  to: string;
  /** ISO; from then on it is no use to anybody. */
  until?: string;
}

/** Where one click ends mails of a kind to somebody: the link itself is made when the mail is sent. */
export interface UnsubscribeLink {
  what: string;
  userId: number;
}

export interface TextMail extends Omit<Mail, 'unsubscribe'> {
  /** A whole address: of mail that waited while WoPack was updated. */
  unsubscribe?: UnsubscribeLink | string;
}

/** Has no secrets in it: whoever knows the template makes the mail from ids when it is sent. */
interface TemplateMail {
  template: string;
}

/** A mail as it stands in a job. */
export type QueuedMail = TextMail | TemplateMail;

/** Makers of mails by name; null when there is nothing to send any more. */
export type MailTemplates = Record<string, (ids: never) => Promise<Mail | null>>;

export interface Mailer {
  /** Throws what the mail server said, or that it said nothing. */
  send(mail: Mail): Promise<void>;
}

/** A mail as it travels. Sent twice, it is the same one: mailboxes show it once. */
export function buildMailMessage(mail: Mail, from: string, now: Date) {
  const { to, subject, text, unsubscribe } = mail;
  const host = from.replace(/^.*@|>.*$/g, '');
  const id = createHash('sha256').update(`${to}\n${subject}\n${text}`).digest('hex').slice(0, 40);
  return {
    from,
    to,
    subject,
    text,
    html: renderMailHtml(mail),
    date: now,
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe && { list: { unsubscribe } }),
  };
}

/** Keeps mail as .eml files in a folder instead of sending it: the default, for trying WoPack out. */
export function createOutboxMailer(folder: string, from: string, now: () => Date): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(buildMailMessage(mail, from, now()));
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const stamp = now().toISOString().replaceAll(':', '-');
      const path = join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`);
      await writeFile(path, message as Buffer, { mode: PRIVATE_FILE_MODE });
    },
  };
}

/** The newest mails of an outbox, newest first. */
export async function readOutbox(folder: string, limit = 50): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, limit);
  return Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')));
}
