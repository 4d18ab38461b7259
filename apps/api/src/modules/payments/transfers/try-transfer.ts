import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { lockTransferToTry, updateTransfer } from './transfers.queries.ts';

/** What the provider does without having answered is in its lists by then. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS;

/**
 * Runs in the transaction of an operator's decision: a job does now what it would do later. What is refused is planned
 * anew, with what is due by now and a new key; what is unknown is looked for before it is sent again.
 */
export async function tryTransfer(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  id: number,
): Promise<{ state: string; error: string | null }> {
  const transfer = await lockTransferToTry(trx, id);
  if (!transfer) throw new AppError('notFound');
  const { state, error, changed_at: changedAt } = transfer;
  if (state !== 'refused' && state !== 'unknown')
    throw new AppError('conflict', { message: 'ledger.nothingToTry' });
  const now = clock.now();
  if (state === 'unknown' && changedAt.getTime() + SETTLED_AFTER_MS > now.getTime())
    throw new AppError('conflict', { message: 'ledger.triedLater' });
  await updateTransfer(trx, id, { next_attempt_at: now });
  await jobs.enqueue(trx, 'payments.transfer-earnings', {});
  return { state, error };
}
