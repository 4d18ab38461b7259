import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { normalizeEmail } from '../../../platform/email-address.ts';
import type { Mail, MailTemplates, QueuedMail } from '../../../platform/mail/mail.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import type { Queues } from '../../../platform/queues.ts';
import { insertFailure, listFailures, removeResendableFailures } from '../notifications.queries.ts';
import { getRetryTime, isPermanentRefusal } from '../notifications.rules.ts';
import { buildUnsubscribeUrl, createUnsubscribeKey } from '../notify.ts';

/** A queued mail with its number of failures. */
export type MailJob = Queues['notifications.send-mail'];

/**
 * Temporary failures are retried for two days; permanent ones are not. An undelivered mail is stored for
 * the operator, who can send it again.
 */
export async function sendMail(
  context: Context,
  templates: MailTemplates,
  { failures = 0, ...queuedMail }: MailJob,
): Promise<void> {
  const { mailer, db, jobs, clock, log } = context;
  const now = clock.now();
  const mail = await buildMail(context, templates, queuedMail as QueuedMail);
  if (!mail || (mail.until && now >= new Date(mail.until))) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    const retryAt = isPermanentRefusal(error as object) ? null : getRetryTime(failures + 1, now, mail.until);
    const logFields = { queue: 'notifications.send-mail', failures: failures + 1, err: error };
    if (retryAt) log.warn({ ...logFields, next_attempt_at: retryAt }, 'mail not sent, will be retried');
    else log.error(logFields, 'mail not delivered');
    await db.transaction().execute(async (trx) => {
      if (retryAt)
        return jobs.enqueue(
          trx,
          'notifications.send-mail',
          { ...queuedMail, failures: failures + 1 },
          { startAfter: retryAt },
        );
      await insertFailure(trx, {
        recipient: normalizeEmail(mail.to),
        subject: mail.until ? '' : mail.subject,
        // An expiring mail, such as a login code, is not stored: it is useless later.
        mail: mail.until ? null : JSON.stringify(queuedMail),
        reason: describeError(error).message.slice(0, 1000),
        failures: failures + 1,
        failed_at: now,
      });
    });
  }
}

/** Adds codes, PINs and links, which are not stored in the job table. Null when there is nothing left to send. */
async function buildMail(
  { config, secrets }: Context,
  templates: MailTemplates,
  queuedMail: QueuedMail,
): Promise<Mail | null> {
  if ('template' in queuedMail) {
    const buildTemplate = templates[queuedMail.template];
    // A template of a newer version is retried until this process is updated.
    if (!buildTemplate) throw new Error(`no mail template ${queuedMail.template}`);
    return buildTemplate(queuedMail as never);
  }
  const { unsubscribe, ...mail } = queuedMail;
  if (!unsubscribe) return mail;
  const { what, userId } = unsubscribe;
  return {
    ...mail,
    unsubscribe: buildUnsubscribeUrl(config.publicUrl, what, createUnsubscribeKey(secrets, userId)),
  };
}

/** Undelivered mails with their reasons, newest first. */
export const listFailedMail = ({ db }: Pick<Context, 'db'>, limit = 100) => listFailures(db, limit);

/** Enqueues undelivered mails again with fresh retries. Returns their number; expired mails are left out. */
export async function resendFailedMail(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  ids: number[] | 'all',
): Promise<number> {
  const failures = await removeResendableFailures(trx, ids);
  await jobs.enqueueAll(
    trx,
    'notifications.send-mail',
    failures.flatMap(({ mail }) => (mail ? [{ data: mail }] : [])),
  );
  return failures.length;
}
