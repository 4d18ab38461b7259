import { shareHundredths } from '@wopack/domain';
import type { Trx } from '../../../platform/db/database.ts';
import { listEarners } from '../affiliates.rules.ts';
import { getPartnersOfUsers, insertShares } from './shares.queries.ts';

interface PaidOrder {
  id: number;
  buyerId: number;
  sellerId: number;
  priceCents: number;
  commissionCents: number;
  /** Shares are approved at this time at the latest. */
  reportDeadline: Date;
  now: Date;
}

/**
 * Runs in the transaction that creates the order. Creates pending shares for the partners of buyer and
 * seller.
 */
export async function accrueShares(trx: Trx, order: PaidOrder): Promise<void> {
  const partnerByUser = await getPartnersOfUsers(trx, [order.buyerId, order.sellerId]);
  const shares = listEarners(order, partnerByUser).map(({ side, partnerId, referredUserId }) => ({
    order_id: order.id,
    side,
    partner_id: partnerId,
    referred_user_id: referredUserId,
    hundredths: shareHundredths(order.commissionCents),
    price_cents: order.priceCents,
    state: 'pending' as const,
    reason: 'paid' as const,
    created_at: order.now,
    approve_at: order.reportDeadline,
    approved_at: null,
    credit_month: null,
  }));
  if (shares.length > 0) await insertShares(trx, shares);
}
