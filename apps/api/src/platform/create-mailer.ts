import type { Config } from '../config/config.ts';
import { createOutboxMailer, type Mailer } from './mail.ts';

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
