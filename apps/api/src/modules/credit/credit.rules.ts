import { type DiscountEffect, MIN_CARD_CENTS } from '@wopack/contract';
import { earningCents, type PaidParts } from '@wopack/domain';

/** As it is stored, of what somebody typed; null when nothing is left. */
export const normalizeCode = (typed: string): string | null =>
  typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '') || null;

/** A code, and what of it is about the user and the product that it is tried for. */
export interface TriedCode {
  effect: DiscountEffect;
  amount_cents: number | null;
  percent: number | null;
  cap_cents: number | null;
  /** Of the business that pays it. */
  seller_id: number | null;
  starts_at: Date;
  ends_at: Date | null;
  stopped_at: Date | null;
  max_uses: number | null;
  max_uses_per_user: number;
  minimum_cents: number;
  budget_cents: number | null;
  is_first_order_only: boolean;
  /** Without what the user's own hold of the slot has of it, like the uses of the user. */
  used_count: number;
  used_cents: number;
  uses_of_user: number;
  has_orders: boolean;
  is_for_user: boolean;
  is_of_member: boolean;
  is_here: boolean;
  is_of_type: boolean;
  /** The user's own hold of the slot has it: it keeps it to its end. */
  is_on_hold: boolean;
}

/**
 * Why a code takes nothing off; null when it does. All uses gone and all of its budget gone read the same. Addresses are
 * looked at before anything that says more of the code.
 */
export function findCodeError(
  code: TriedCode | undefined,
  { priceCents, quantity, now }: { priceCents: number; quantity: number; now: Date },
): string | { key: string; values: { minimum: number } } | null {
  if (!code) return 'credit.code.unknown';
  if (!code.is_for_user) return 'credit.code.otherAddress';
  if (code.stopped_at && !code.is_on_hold) return 'credit.code.stopped';
  if (code.starts_at > now) return 'credit.code.notBegun';
  if (code.ends_at && code.ends_at <= now && !code.is_on_hold) return 'credit.code.ended';
  if (code.effect === 'credit') return 'credit.code.givesCredit';
  if (!code.is_here) return 'credit.code.otherPlace';
  if (!code.is_of_type) return 'credit.code.otherType';
  if (code.is_of_member) return 'credit.code.ownBusiness';
  if (code.is_first_order_only && code.has_orders) return 'credit.code.firstOrder';
  if (code.uses_of_user >= code.max_uses_per_user) return 'credit.code.usedByYou';
  if (priceCents < code.minimum_cents)
    return { key: 'credit.code.minimum', values: { minimum: code.minimum_cents / 100 } };
  if (code.max_uses !== null && code.used_count >= code.max_uses) return 'credit.code.usedUp';
  const cents = getDiscount(code, { priceCents, quantity });
  if (code.budget_cents !== null && code.used_cents + cents > code.budget_cents) return 'credit.code.usedUp';
  return null;
}

/** What a code takes off a price: at most the price, of a business its earning. */
export function getDiscount(
  { effect, amount_cents: amount, percent, cap_cents: cap, seller_id: sellerId }: TriedCode,
  { priceCents, quantity }: { priceCents: number; quantity: number },
): number {
  const mostCents = sellerId === null ? priceCents : earningCents(priceCents, quantity);
  const cents = effect === 'percent' ? Math.floor((priceCents * percent! + 50) / 100) : amount!;
  return Math.max(Math.min(cents, cap ?? cents, mostCents), 0);
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
