import type { ShareSide } from '@wopack/contract';
import { DAY_MS, localDate } from '@wopack/domain';

export interface Earner {
  side: ShareSide;
  partnerId: number;
  /** The referred buyer or seller of the order. */
  referredUserId: number;
}

/**
 * Partners with a share of an order: the one who referred its buyer and the one who referred its seller,
 * possibly the same. A partner earns nothing on orders they buy or sell themselves. Source:
 * docs/specification.md, Money.
 */
export function listEarners(
  { buyerId, sellerId }: { buyerId: number; sellerId: number },
  partnerByUser: ReadonlyMap<number, number>,
): Earner[] {
  const sides = [
    { side: 'buyer', referredUserId: buyerId },
    { side: 'seller', referredUserId: sellerId },
  ] as const;
  return sides.flatMap(({ side, referredUserId }) => {
    const partnerId = partnerByUser.get(referredUserId);
    if (partnerId === undefined || partnerId === buyerId || partnerId === sellerId) return [];
    return [{ side, partnerId, referredUserId }];
  });
}

/** The first of the next month in the operator's time zone. */
export const getNextCreditDate = (now: Date, timeZone: string): string =>
  localDate(now, timeZone).with({ day: 1 }).add({ months: 1 }).toString();

/**
 * The last month whose credit is fully paid out: payouts settle the oldest months first. Null when none is.
 * `credits` are ordered by month.
 */
export function findLastPaidOutMonth(
  credits: readonly { month: string; amount_cents: number }[],
  paidOutCents: number,
): string | null {
  let creditedCents = 0;
  let lastMonth: string | null = null;
  for (const { month, amount_cents } of credits) {
    creditedCents += amount_cents;
    if (creditedCents <= paidOutCents && paidOutCents > 0) lastMonth = month;
  }
  return lastMonth;
}

const ACTIVE_PERIOD_MS = 30 * DAY_MS;

/** Status of a referred user by their last order that was not refunded. */
export function getReferralStatus(
  { left, last_order_at: lastOrderAt }: { left: boolean; last_order_at: Date | null },
  now: Date,
): 'left' | 'new' | 'active' | 'paused' {
  if (left) return 'left';
  if (!lastOrderAt) return 'new';
  return now.getTime() - lastOrderAt.getTime() <= ACTIVE_PERIOD_MS ? 'active' : 'paused';
}
