import type { Config } from '../config/config.ts';
import { type Mailer, outboxMailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

/** A mail server where one is configured, else the outbox. */
export const chooseMailer = (
  { smtpUrl, mailFrom, outboxDir }: Config,
  now: () => Date,
): Mailer & { close?(): Promise<void> } =>
  smtpUrl ? smtpMailer({ url: smtpUrl, from: mailFrom }, now) : outboxMailer(outboxDir, mailFrom, now);
