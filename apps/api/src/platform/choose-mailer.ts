import type { Config } from '../config/config.ts';
import { type Mailer, outboxMailer } from './mail.ts';

/** A mail server where one is configured, else the outbox. */
export async function chooseMailer(
  { smtpUrl, mailFrom, outboxDir }: Config,
  now: () => Date,
): Promise<Mailer & { close?(): Promise<void> }> {
  if (!smtpUrl) return outboxMailer(outboxDir, mailFrom, now);
  const { smtpMailer } = await import('./smtp.ts');
  const mailer = smtpMailer({ url: smtpUrl, from: mailFrom }, now);
  return {
    ...mailer,
    // Addresses that can be nobody's (RFC 2606), as those of the demo's people: a server would send each mail back.
    send: async (mail) => (mail.to.endsWith('.example') ? undefined : mailer.send(mail)),
  };
}
