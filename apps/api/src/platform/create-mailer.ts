import type { Config } from '../config/config.ts';
import { createOutboxMailer, type Mailer } from './mail.ts';

/** A mail server where one is configured, else the outbox. */
export async function createMailer(
  { smtpUrl, mailFrom, outboxDir }: Config,
  now: () => Date,
): Promise<Mailer & { close?(): Promise<void> }> {
  if (!smtpUrl) return createOutboxMailer(outboxDir, mailFrom, now);
  const { createSmtpMailer } = await import('./smtp-mailer.ts');
  const mailer = createSmtpMailer({ url: smtpUrl, from: mailFrom }, now);
  return {
    ...mailer,
    // Addresses that can be nobody's (RFC 2606), as those of the demo's people: a server would send each mail back.
    send: async (mail) => (mail.to.endsWith('.example') ? undefined : mailer.send(mail)),
  };
}
