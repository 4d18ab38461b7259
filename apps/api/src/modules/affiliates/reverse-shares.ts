import type { ShareReason } from '@wopack/contract';
import type { Trx } from '../../platform/db/database.ts';
import { takeBackCredited, voidUncredited } from './shares.queries.ts';

type Undone = Extract<ShareReason, 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'>;

/**
 * In the transaction that gives a buyer everything back: what was not credited falls away; what was becomes a negative
 * line of the month that runs. Safe to repeat.
 */
export async function reverseShares(trx: Trx, orderId: number, reason: Undone, now: Date): Promise<void> {
  await voidUncredited(trx, orderId, reason);
  await takeBackCredited(trx, orderId, reason, now);
}
