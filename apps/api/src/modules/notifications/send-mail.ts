import type { Context } from '../../platform/context.ts';
import type { Mail } from '../../platform/mail.ts';
import { insertFailure } from './mail-failures.queries.ts';
import { isRefused, nextTry } from './mail-tries.rules.ts';

/** A mail that waits, and how often it failed. */
export interface MailJob extends Mail {
  failures?: number;
}

/**
 * Sends a mail. One that fails is tried again later, for two days; one that was refused for good is not. What did not
 * get through is written down for the operator, who can send it again.
 */
export async function sendMail(context: Context, { failures = 0, ...mail }: MailJob): Promise<void> {
  const { mailer, db, jobs, clock, log } = context;
  const now = clock.now();
  // News of yesterday's packs.
  if (mail.until && now >= new Date(mail.until)) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    const next = isRefused(error as object) ? null : nextTry(failures + 1, now, mail.until);
    const cause = { queue: 'mail', failures: failures + 1, err: error };
    if (next) log.warn({ ...cause, next_try_at: next }, 'mail not sent yet');
    else log.error(cause, 'mail not delivered');
    await db.transaction().execute(async (trx) => {
      if (next) return jobs.enqueue(trx, 'mail', { ...mail, failures: failures + 1 }, { startAfter: next });
      await insertFailure(trx, {
        recipient: mail.to,
        subject: mail.until ? '' : mail.subject,
        // What was soon over, such as a code, is not kept, and of no use to anybody.
        mail: mail.until ? null : JSON.stringify(mail),
        reason: String((error as Error).message).slice(0, 1000),
        failures: failures + 1,
        failed_at: now,
      });
    });
  }
}
