import type { Context } from '../context.ts';
import type { Trx } from '../db/database.ts';
import { composeMail, insertLines } from '../mail/mail.ts';

type AlertName =
  | 'ledger'
  | 'provider'
  | 'payouts'
  | 'dispute'
  | 'refund'
  | 'refundFailed'
  | 'transfer'
  | 'erasure'
  | 'second_factor'
  | 'auditLog';

/**
 * Alerts the operator: a log line, and a mail if an address is configured. `lines` are facts without
 * personal data.
 */
export const raiseAlert = (
  context: Pick<Context, 'config' | 'db' | 'jobs' | 'log'>,
  name: AlertName,
  lines: readonly string[],
): Promise<void> =>
  context.db.transaction().execute((trx) => raiseAlertInTransaction(trx, context, name, lines));

/** The mail is enqueued only if the transaction commits. */
export async function raiseAlertInTransaction(
  trx: Trx,
  { config, jobs, log }: Pick<Context, 'config' | 'jobs' | 'log'>,
  name: AlertName,
  lines: readonly string[],
): Promise<void> {
  log.error({ alert: name, lines: lines.slice(0, 100) }, 'operator alert');
  const { email, language } = config.operator;
  if (!email) return;
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: email,
    ...insertLines(composeMail(`alert.${name}`, language), lines.slice(0, 100)),
  });
}
