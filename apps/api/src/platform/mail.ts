import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Keeps mail as .eml files in a folder instead of sending it: the default, for trying WoPack out. */
export function outboxMailer(folder: string, now: () => Date): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({
        from: 'WoPack <ola@wopack.example>',
        date: now(),
        ...mail,
      });
      await mkdir(folder, { recursive: true });
      const stamp = now().toISOString().replaceAll(':', '-');
      await writeFile(join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`), message as Buffer);
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
