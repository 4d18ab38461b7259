import type { Context } from '../../platform/context.ts';
import type { Mail } from '../../platform/mail.ts';

export { outboxPage } from './outbox-page.ts';

/** Mail leaves by a job: what asked for it never waits for a mail server, and a refusal is tried again. */
export const notificationJobs = ({ jobs, mailer }: Context): Promise<void> =>
  jobs.work<Mail>('mail', (mail) => mailer.send(mail));
