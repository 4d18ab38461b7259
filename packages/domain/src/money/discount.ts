/**
 * The highest value a seller may declare for a price, in cents, rounded down. The discount must not exceed
 * 70 %, so value ≤ price / 0.3. Source: docs/specification.md, Money.
 */
export const maxOldPriceCents = (priceCents: number): number => Math.floor((priceCents * 10) / 3);

/** Discount in whole percent, rounded down so that it is never overstated. */
export const discountPercent = (priceCents: number, oldPriceCents: number): number =>
  oldPriceCents > priceCents ? Math.floor(((oldPriceCents - priceCents) * 100) / oldPriceCents) : 0;
