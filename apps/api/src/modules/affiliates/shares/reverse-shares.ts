import type { ShareReason } from '@wopack/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { insertReversalsOfCreditedShares, reverseUncreditedShares } from './shares.queries.ts';

type ReversalReason = Extract<ShareReason, 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'>;

/**
 * Runs in the transaction of a full refund: uncredited shares are cancelled; each credited share gets a
 * negative share in the current month. Idempotent.
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
