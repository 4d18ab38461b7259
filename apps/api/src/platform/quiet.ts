import type { Db, DbOrTrx } from './db/database.ts';
import { findUnconfirmedRecovery, isRestoreUnfinished } from './db/quiet.queries.ts';
import { AppError } from './http/app-error.ts';
import type { Log } from './observability/log.ts';

/**
 * A database that was taken back to an earlier moment is quiet until an operator confirms it: what it would send (mail,
 * pushes, refunds, cancellations, payouts) may have been sent after that moment.
 */
export interface Quiet {
  /** When the database was recovered; null when WoPack is not quiet. */
  since(): Date | null;
  /** Handlers run one after the other. */
  onChange(handler: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Stands in where nothing is looked up, as in tests. */
export const notQuiet: Quiet = { since: () => null, onChange() {}, async stop() {} };

/** The message tells the operator what to do. */
export class UnfinishedRestoreError extends Error {}

const POLL_INTERVAL_MS = 5_000;
const QUIET_MESSAGE =
  'quiet: the database was taken back to an earlier moment, so no jobs run and nothing is sent. See what is due and ' +
  'confirm: npm run operator -- recovery show, npm run operator -- recovery confirm';

/** Looks every five seconds, as any process may confirm. */
export async function watchQuiet(db: Db, log: Log, intervalMs = POLL_INTERVAL_MS): Promise<Quiet> {
  if (await isRestoreUnfinished(db))
    throw new UnfinishedRestoreError(
      'Restoring this database was interrupted. Create an empty one, and restore again.',
    );
  const handlers: (() => Promise<void>)[] = [];
  let recovery = await findUnconfirmedRecovery(db);
  if (recovery) log.warn(recovery, QUIET_MESSAGE);
  let current: Promise<void> = Promise.resolve();
  const look = async () => {
    const next = await findUnconfirmedRecovery(db);
    if ((next === null) === (recovery === null)) return;
    recovery = next;
    if (recovery) log.warn(recovery, QUIET_MESSAGE);
    else log.info('no longer quiet: jobs run');
    for (const handler of handlers) await handler();
  };
  let isStopped = false;
  const plan = () =>
    setTimeout(() => {
      // What fails is done again: an unreachable database is reported elsewhere.
      current = look()
        .catch((error: unknown) => log.error({ err: error }, 'cannot look whether WoPack is quiet'))
        .then(() => {
          if (!isStopped) timer = plan();
        });
    }, intervalMs).unref();
  let timer = plan();
  return {
    since: () => recovery?.recovered_at ?? null,
    onChange: (handler) => void handlers.push(handler),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

/** Called before what operators do by hand: money must not leave on the word of an old database. */
export async function assertNotQuiet(db: DbOrTrx): Promise<void> {
  if (await findUnconfirmedRecovery(db)) throw new AppError('conflict', { message: 'quiet.refused' });
}
