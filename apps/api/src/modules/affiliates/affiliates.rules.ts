import type { ShareSide } from '@wopack/contract';
import { localDate } from '@wopack/rules';

export interface Earner {
  side: ShareSide;
  partnerId: number;
  /** Whom of the order they brought. */
  personId: number;
}

/**
 * Who has a share of an order: the partner who brought its buyer and the one who brought its seller, be it the same.
 * Nobody earns from themselves: neither from what they buy nor from what they sell.
 * Source: docs/specification.md, Money.
 */
export function listEarners(
  { buyerId, sellerId }: { buyerId: number; sellerId: number },
  partnerByUser: ReadonlyMap<number, number>,
): Earner[] {
  const sides = [
    { side: 'buyer', personId: buyerId },
    { side: 'seller', personId: sellerId },
  ] as const;
  return sides.flatMap(({ side, personId }) => {
    const partnerId = partnerByUser.get(personId);
    if (partnerId === undefined || partnerId === buyerId || partnerId === sellerId) return [];
    return [{ side, partnerId, personId }];
  });
}

/** The first of the next month on the operator's calendar. */
export const getNextCreditDate = (now: Date, timeZone: string): string =>
  localDate(now, timeZone).with({ day: 1 }).add({ months: 1 }).toString();

/**
 * The last month whose credit is paid out: what went out pays the oldest months first. Null when none is.
 * `credits` in the order of months.
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

const ACTIVE_PERIOD_MS = 30 * 86_400_000;

/** How somebody whom a partner brought is doing, by their last order that counts. */
export function getReferralStatus(
  { left, last_order_at: lastOrderAt }: { left: boolean; last_order_at: Date | null },
  now: Date,
): 'left' | 'new' | 'active' | 'paused' {
  if (left) return 'left';
  if (!lastOrderAt) return 'new';
  return now.getTime() - lastOrderAt.getTime() <= ACTIVE_PERIOD_MS ? 'active' : 'paused';
}
