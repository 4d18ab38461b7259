import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailContent, renderMailHtml } from './mail-html.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-file.ts';

export interface Mail extends MailContent {
  to: string;
  /** ISO 8601; not sent after this instant. */
  until?: string;
}

/** Identifies an unsubscribe link; the URL is built when the mail is sent. */
export interface UnsubscribeLink {
  what: string;
  userId: number;
}

export interface TextMail extends Omit<Mail, 'unsubscribe'> {
  /** A complete URL in mails queued by a former version. */
  unsubscribe?: UnsubscribeLink | string;
}

/** Has no secrets: the template renders the mail from ids when it is sent. */
interface TemplateMail {
  template: string;
}

/** Payload of a mail job. */
export type QueuedMail = TextMail | TemplateMail;

/** Renderers of mails by name; null when there is nothing to send any more. */
export type MailTemplates = Record<string, (ids: never) => Promise<Mail | null>>;

export interface Mailer {
  /** Rejects with the mail server's response, or with a timeout. */
  send(mail: Mail): Promise<void>;
}

/** The Message-ID is a hash of the content: mailboxes show a mail that is sent twice only once. */
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

/** Writes mails as .eml files to a folder instead of sending them: the default for development and demos. */
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
