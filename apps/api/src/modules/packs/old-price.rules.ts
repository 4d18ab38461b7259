import { maxOldPriceCents } from '@wopack/rules';

interface Prices {
  price_cents: number;
  old_price_cents: number;
}

/**
 * The value of a pack whose seller does not name one: what they declared before, while the new price allows it; else
 * what goes with the price.
 */
export function oldPriceCents(priceCents: number, tiers: readonly Prices[], before: Prices | null): number {
  const usual = (cents: number) => tiers.find((tier) => tier.price_cents === cents)?.old_price_cents;
  if (before) {
    if (before.price_cents === priceCents) return before.old_price_cents;
    const declared = before.old_price_cents !== usual(before.price_cents);
    const fits =
      before.old_price_cents >= priceCents && before.old_price_cents <= maxOldPriceCents(priceCents);
    if (declared && fits) return before.old_price_cents;
  }
  return usual(priceCents) ?? priceCents;
}
