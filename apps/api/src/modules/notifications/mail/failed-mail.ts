import type { Context } from '../../../platform/context.ts';
import { listFailures, removeResendableFailures } from './mail-failures.queries.ts';

/** Undelivered mails with their reasons, newest first. */
export const listFailedMail = ({ db }: Pick<Context, 'db'>, limit = 100) => listFailures(db, limit);

/** Enqueues undelivered mails again with fresh retries. Returns their number; expired mails are left out. */
export const resendFailedMail = (
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  ids: number[] | 'all',
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const failures = await removeResendableFailures(trx, ids);
    await jobs.enqueueAll(
      trx,
      'notifications.send-mail',
      failures.flatMap(({ mail }) => mail ?? []),
    );
    return failures.length;
  });
