import type { ShareReason } from '@wopack/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { insertReversalsOfCreditedShares, reverseUncreditedShares } from './shares.queries.ts';

type ReversalReason = Extract<ShareReason, 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'>;

/**
 * In the transaction that gives a buyer everything back: what was not credited falls away; what was becomes a negative
 * line of the month that runs. Safe to repeat.
 */
export async function reverseShares(
  trx: Trx,
  orderId: number,
  reason: ReversalReason,
  now: Date,
): Promise<void> {
  await reverseUncreditedShares(trx, orderId, reason);
  await insertReversalsOfCreditedShares(trx, orderId, reason, now);
}
