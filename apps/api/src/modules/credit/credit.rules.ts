import { type DiscountEffect, MIN_CARD_CENTS } from '@wopack/contract';
import { earningCents, type PaidParts } from '@wopack/domain';
import { type CodeOfUser, findCodeRefusal, isUsedUp } from './codes/codes.rules.ts';

/** What of a code is about a user and a product that it is tried for. */
export interface CodeFit {
  /** Or is to have one by another hold with a code for first orders. */
  has_orders: boolean;
  is_of_member: boolean;
  is_here: boolean;
  is_of_type: boolean;
  /** What the user's own hold of the slot has of it; null: nothing. It keeps that to its end. */
  held_cents: number | null;
}

interface Discount {
  effect: DiscountEffect;
  amount_cents: number | null;
  percent: number | null;
  cap_cents: number | null;
  /** The business that pays it; null: the operator does. */
  seller_id: number | null;
}

export type TriedCode = CodeOfUser &
  Discount &
  CodeFit & { is_first_order_only: boolean; minimum_cents: number };

/** The same without what the user's own hold has of it, for which it neither stops nor ends. */
const withoutHold = ({ held_cents: cents, ...code }: TriedCode): CodeOfUser =>
  cents === null
    ? code
    : {
        ...code,
        stopped_at: null,
        ends_at: null,
        used_count: code.used_count - 1,
        used_cents: code.used_cents - cents,
        uses_of_user: code.uses_of_user - 1,
      };

/** Why a code takes nothing off; null when it does. */
export function findCheckoutRefusal(
  code: TriedCode | undefined,
  { priceCents, quantity, now }: { priceCents: number; quantity: number; now: Date },
): string | { key: string; values: { minimum: number } } | null {
  if (!code) return 'credit.codeUnknown';
  const refusal = findCodeRefusal(withoutHold(code), getDiscount(code, { priceCents, quantity }), now);
  // That all is used up is said last: somebody else's code says nothing of its uses.
  if (refusal && refusal !== 'credit.codeUsedUp') return refusal;
  if (code.effect === 'credit') return 'credit.codeGivesCredit';
  if (!code.is_here) return 'credit.codeOtherPlace';
  if (!code.is_of_type) return 'credit.codeOtherType';
  if (code.is_of_member) return 'credit.codeOwnBusiness';
  if (code.is_first_order_only && code.has_orders) return 'credit.codeFirstOrder';
  if (priceCents < code.minimum_cents)
    return { key: 'credit.codeMinimum', values: { minimum: code.minimum_cents } };
  if (refusal === null || isUsedUp(withoutHold(code))) return refusal;
  // How much that is would say what others have used.
  return quantity > 1 ? 'credit.codeTooLittleForSoMany' : 'credit.codeTooLittle';
}

/** What a code takes off a price: at most the price, of a business its earning. */
export function getDiscount(
  { effect, amount_cents: amount, percent, cap_cents: cap, seller_id: sellerId }: Discount,
  { priceCents, quantity }: { priceCents: number; quantity: number },
): number {
  const limitCents = sellerId === null ? priceCents : earningCents(priceCents, quantity);
  const cents = effect === 'percent' ? Math.floor((priceCents * percent! + 50) / 100) : amount!;
  return Math.max(Math.min(cents, cap ?? cents, limitCents), 0);
}

/**
 * What pays a price: the discount, then credit, then the card. What is left for the card is nothing or what the provider
 * charges at least: else less credit is used, and where there is too little of it less is taken off.
 */
export function planParts(
  priceCents: number,
  { discountCents, availableCents }: { discountCents: number; availableCents: number },
): PaidParts {
  const restCents = priceCents - discountCents;
  if (availableCents >= restCents) return { cardCents: 0, creditCents: restCents, discountCents };
  const cardCents = Math.max(restCents - availableCents, Math.min(MIN_CARD_CENTS, priceCents));
  const creditCents = Math.max(restCents - cardCents, 0);
  return { cardCents, creditCents, discountCents: priceCents - cardCents - creditCents };
}
