import type { Context } from '../../../platform/context.ts';
import type { Mail, MailTemplates, QueuedMail } from '../../../platform/mail.ts';
import { buildUnsubscribeUrl, createUnsubscribeKey } from '../settings/unsubscribe-url.ts';
import { insertFailure } from './mail-failures.queries.ts';
import { getRetryTime, isPermanentRefusal } from './mail-retry.rules.ts';

/** A mail that waits, and how often it failed. */
export type MailJob = QueuedMail & { failures?: number };

/**
 * Sends a mail. One that fails is tried again later, for two days; one that was refused for good is not. What did not
 * get through is written down for the operator, who can send it again.
 */
export async function sendMail(
  context: Context,
  templates: MailTemplates,
  { failures = 0, ...waitingMail }: MailJob,
): Promise<void> {
  const { mailer, db, jobs, clock, log } = context;
  const now = clock.now();
  const mail = await buildMail(context, templates, waitingMail as QueuedMail);
  // News of yesterday's packs.
  if (!mail || (mail.until && now >= new Date(mail.until))) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    const retryAt = isPermanentRefusal(error as object) ? null : getRetryTime(failures + 1, now, mail.until);
    const logFields = { queue: 'mail', failures: failures + 1, err: error };
    if (retryAt) log.warn({ ...logFields, next_try_at: retryAt }, 'mail not sent yet');
    else log.error(logFields, 'mail not delivered');
    await db.transaction().execute(async (trx) => {
      if (retryAt)
        return jobs.enqueue(trx, 'mail', { ...waitingMail, failures: failures + 1 }, { startAfter: retryAt });
      await insertFailure(trx, {
        recipient: mail.to,
        subject: mail.until ? '' : mail.subject,
        // What was soon over, such as a code, is not kept, and of no use to anybody.
        mail: mail.until ? null : JSON.stringify(waitingMail),
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
  waitingMail: QueuedMail,
): Promise<Mail | null> {
  if ('template' in waitingMail) {
    const buildTemplate = templates[waitingMail.template];
    // One that a newer process enqueued waits until this one is updated.
    if (!buildTemplate) throw new Error(`no mail template ${waitingMail.template}`);
    return buildTemplate(waitingMail as never);
  }
  const { unsubscribe, ...mail } = waitingMail;
  if (!unsubscribe) return mail;
  if (typeof unsubscribe === 'string') return { ...mail, unsubscribe };
  const { what, userId } = unsubscribe;
  return {
    ...mail,
    unsubscribe: buildUnsubscribeUrl(config.publicUrl, what, createUnsubscribeKey(secrets, userId)),
  };
}
