import { maxOldPriceCents } from '@wopack/domain';

interface PricePair {
  price_cents: number;
  old_price_cents: number;
}

/**
 * The value of a product when the seller sends none: the one declared before if the new price allows it,
 * else the price tier's value.
 */
export function chooseOldPriceCents(
  priceCents: number,
  tiers: readonly PricePair[],
  previous: PricePair | null,
): number {
  const defaultOldPrice = (cents: number) =>
    tiers.find((tier) => tier.price_cents === cents)?.old_price_cents;
  if (previous) {
    if (previous.price_cents === priceCents) return previous.old_price_cents;
    const isDeclared = previous.old_price_cents !== defaultOldPrice(previous.price_cents);
    const isAllowed =
      previous.old_price_cents >= priceCents && previous.old_price_cents <= maxOldPriceCents(priceCents);
    if (isDeclared && isAllowed) return previous.old_price_cents;
  }
  return defaultOldPrice(priceCents) ?? priceCents;
}

/** State of a product that is put on sale: closed while its sale place is paused, or an operator hides it. */
export const stateWhenOpened = ({
  stays_closed: staysClosed,
}: {
  stays_closed: boolean;
}): 'active' | 'closed' => (staysClosed ? 'closed' : 'active');

type State = 'draft' | 'active' | 'paused' | 'closed' | 'removed';

/** State of a product saved at or moved to a sale place; drafts and paused products stay as they are. */
export const stateAtSalePlace = (state: State, product: { stays_closed: boolean }): State =>
  state === 'active' || state === 'closed' ? stateWhenOpened(product) : state;
