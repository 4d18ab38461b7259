import type { Context } from '../../../platform/context.ts';
import { listFailures, removeResendableFailures } from './mail-failures.queries.ts';

/** What did not get through, and why: the newest first. */
export const listFailedMail = ({ db }: Pick<Context, 'db'>, limit = 100) => listFailures(db, limit);

/** Sends these again, as if they had never been tried. Answers how many; those whose time is over are none of them. */
export const resendFailedMail = (
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  ids: number[] | 'all',
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const failures = await removeResendableFailures(trx, ids);
    await jobs.enqueueAll(
      trx,
      'mail',
      failures.flatMap(({ mail }) => mail ?? []),
    );
    return failures.length;
  });
