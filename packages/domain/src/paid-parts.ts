/** What a price was paid by; the parts add up to it. */
export interface PaidParts {
  /** Charged at the payment provider. */
  cardCents: number;
  creditCents: number;
  /** Taken off by a discount code. */
  discountCents: number;
}

const sumUp = ({ cardCents, creditCents, discountCents }: PaidParts): number =>
  cardCents + creditCents + discountCents;

/**
 * What of each part went back, once so much of the price did: in the proportion paid. No part goes down when more is
 * refunded, and all of each is back with the whole price. Cents that cannot be divided: the discount first, so that
 * whoever pays it never bears more of an order than their part, then the card, because credit is not paid out.
 */
export function splitPaid(paid: PaidParts, refundedCents: number): PaidParts {
  const priceCents = sumUp(paid);
  const discountCents = Math.ceil((paid.discountCents * refundedCents) / priceCents);
  const paidCents = priceCents - paid.discountCents;
  const backCents = refundedCents - discountCents;
  const cardCents = paidCents === 0 ? 0 : Math.ceil((paid.cardCents * backCents) / paidCents);
  return { cardCents, creditCents: backCents - cardCents, discountCents };
}

/** What of the price is refunded once so much is back on the card: the most that gives no more back on it. */
export function refundOfCard(paid: PaidParts, cardCents: number): number {
  const priceCents = sumUp(paid);
  const paidCents = priceCents - paid.discountCents;
  const backCents = Math.floor((cardCents * paidCents) / paid.cardCents);
  return Math.min(Math.ceil(((backCents + 1) * priceCents) / paidCents) - 1, priceCents);
}
