import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@wopack/domain';
import type { Config } from '../../config/config.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../files/private-files.ts';
import {
  composeLine,
  composeMail,
  composeSentence,
  insertLines,
  insertNote,
  type MailValues,
} from './compose-mail.ts';
import { buildMailMessage, type Mail, type Mailer } from './mail-message.ts';

export {
  composeLine,
  composeMail,
  composeSentence,
  insertLines,
  insertNote,
  type Mail,
  type Mailer,
  type MailValues,
};

/** Identifies an unsubscribe link; the URL is built when the mail is sent. */
export interface UnsubscribeLink {
  what: string;
  userId: number;
}

export interface TextMail extends Omit<Mail, 'unsubscribe'> {
  unsubscribe?: UnsubscribeLink;
}

/** Has no secrets: the template renders the mail from ids when it is sent. */
interface TemplateMail {
  template: string;
  [id: string]: string | number | null | undefined;
}

/** Payload of a mail job. */
export type QueuedMail = TextMail | TemplateMail;

/** Renderers of mails by name; null when there is nothing to send any more. */
export type MailTemplates = Record<string, (ids: never) => Promise<Mail | null>>;

/** Mails of the outbox are deleted after a week: they have login codes and addresses. */
const OUTBOX_RETENTION_MS = 7 * DAY_MS;
const CLEAN_UP_INTERVAL_MS = 3_600_000;

/** File names of the outbox begin with the time, so that they sort by it. */
const formatStamp = (instant: Date): string => instant.toISOString().replaceAll(':', '-');

async function deleteOldMails(folder: string, now: Date): Promise<void> {
  const oldestStamp = formatStamp(new Date(now.getTime() - OUTBOX_RETENTION_MS));
  const names = await readdir(folder);
  const oldNames = names.filter((name) => name.endsWith('.eml') && name < oldestStamp);
  for (const name of oldNames) await rm(join(folder, name), { force: true });
}

/** Writes mails as .eml files to a folder instead of sending them: the default for development and demos. */
export function createOutboxMailer(folder: string, from: string, now: () => Date): Mailer {
  const loadTransport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  };
  let transport: ReturnType<typeof loadTransport> | undefined;
  let cleanedUpAt = 0;
  return {
    async send(mail) {
      transport ??= loadTransport();
      const { message } = await (await transport).sendMail(buildMailMessage(mail, from, now()));
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const path = join(folder, `${formatStamp(now())}-${randomUUID().slice(0, 8)}.eml`);
      await writeFile(path, message as Buffer, { mode: PRIVATE_FILE_MODE });
      if (Math.abs(now().getTime() - cleanedUpAt) < CLEAN_UP_INTERVAL_MS) return;
      cleanedUpAt = now().getTime();
      await deleteOldMails(folder, now());
    },
  };
}

/** The newest mails of an outbox, newest first. */
export async function readOutbox(folder: string, limit = 500): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, limit);
  return Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')));
}

/** SMTP where a server is configured, else the outbox. */
export async function createMailer(
  { smtpUrl, mailFrom, outboxDir }: Config,
  now: () => Date,
): Promise<Mailer & { close?(): Promise<void> }> {
  if (!smtpUrl) return createOutboxMailer(outboxDir, mailFrom, now);
  const { createSmtpMailer } = await import('./smtp-mailer.ts');
  const mailer = createSmtpMailer({ url: smtpUrl, from: mailFrom }, now);
  return {
    ...mailer,
    // Drops mails to reserved addresses (RFC 2606), such as those of demo users: a server would bounce
    // them.
    send: async (mail) => (mail.to.endsWith('.example') ? undefined : mailer.send(mail)),
  };
}
