import type { Trx } from '../../../platform/db/database.ts';
import { deleteEarningHold, insertEarningHold, lockPayoutRuns } from './payouts.queries.ts';

/** Leaves the earning of a payment out of payouts until it is released. Waits for a payout run that is being made. */
export async function holdEarning(trx: Trx, paymentId: number, now: Date): Promise<void> {
  await lockPayoutRuns(trx, { isShared: true });
  await insertEarningHold(trx, paymentId, now);
}

export const releaseEarning = (trx: Trx, paymentId: number): Promise<void> =>
  deleteEarningHold(trx, paymentId);
