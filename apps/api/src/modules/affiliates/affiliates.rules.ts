import type { ShareSide } from '@wopack/contract';

export interface Earner {
  side: ShareSide;
  partnerId: number;
  /** Whom of the order they brought. */
  personId: number;
}

/**
 * Who has a share of an order: the partner who brought its buyer and the one who brought its seller, be it the same.
 * Nobody earns from themselves: neither from what they buy nor from what they sell. Source: product.md, Money.
 */
export function earners(
  { buyerId, sellerId }: { buyerId: number; sellerId: number },
  partnerOf: ReadonlyMap<number, number>,
): Earner[] {
  const sides = [
    { side: 'buyer', personId: buyerId },
    { side: 'seller', personId: sellerId },
  ] as const;
  return sides.flatMap(({ side, personId }) => {
    const partnerId = partnerOf.get(personId);
    if (partnerId === undefined || partnerId === buyerId || partnerId === sellerId) return [];
    return [{ side, partnerId, personId }];
  });
}
