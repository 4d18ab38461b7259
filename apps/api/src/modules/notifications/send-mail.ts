import type { Context } from '../../platform/context.ts';
import type { Mail, MailTemplates, WaitingMail } from '../../platform/mail.ts';
import { insertFailure } from './mail-failures.queries.ts';
import { isRefused, nextTry } from './mail-tries.rules.ts';
import { unsubscribeKey, unsubscribeUrl } from './unsubscribe-url.ts';

/** A mail that waits, and how often it failed. */
export type MailJob = WaitingMail & { failures?: number };

/**
 * Sends a mail. One that fails is tried again later, for two days; one that was refused for good is not. What did not
 * get through is written down for the operator, who can send it again.
 */
export async function sendMail(
  context: Context,
  templates: MailTemplates,
  { failures = 0, ...waiting }: MailJob,
): Promise<void> {
  const { mailer, db, jobs, clock, log } = context;
  const now = clock.now();
  const mail = await buildMail(context, templates, waiting as WaitingMail);
  // News of yesterday's packs.
  if (!mail || (mail.until && now >= new Date(mail.until))) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    const next = isRefused(error as object) ? null : nextTry(failures + 1, now, mail.until);
    const cause = { queue: 'mail', failures: failures + 1, err: error };
    if (next) log.warn({ ...cause, next_try_at: next }, 'mail not sent yet');
    else log.error(cause, 'mail not delivered');
    await db.transaction().execute(async (trx) => {
      if (next)
        return jobs.enqueue(trx, 'mail', { ...waiting, failures: failures + 1 }, { startAfter: next });
      await insertFailure(trx, {
        recipient: mail.to,
        subject: mail.until ? '' : mail.subject,
        // What was soon over, such as a code, is not kept, and of no use to anybody.
        mail: mail.until ? null : JSON.stringify(waiting),
        reason: String((error as Error).message).slice(0, 1000),
        failures: failures + 1,
        failed_at: now,
      });
    });
  }
}

/** With codes, PINs and links that stand in no job. Null when there is nothing to send any more. */
async function buildMail(
  { config, secrets }: Context,
  templates: MailTemplates,
  waiting: WaitingMail,
): Promise<Mail | null> {
  if ('template' in waiting) {
    const build = templates[waiting.template];
    // One that a newer process enqueued waits until this one is updated.
    if (!build) throw new Error(`no mail template ${waiting.template}`);
    return build(waiting as never);
  }
  const { unsubscribe, ...mail } = waiting;
  if (!unsubscribe) return mail;
  if (typeof unsubscribe === 'string') return { ...mail, unsubscribe };
  const { what, userId } = unsubscribe;
  return { ...mail, unsubscribe: unsubscribeUrl(config.publicUrl, what, unsubscribeKey(secrets, userId)) };
}
