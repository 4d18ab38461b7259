import { COMMISSION_CENTS } from './constants.ts';

/** A partner's percentage of WoPack's commission. Source: docs/specification.md, Money. */
export const PARTNER_PERCENT = 15;

/**
 * A partner's share of one order, in hundredths of a cent: 15 % of 1.29 EUR is 19.35 cents. A percentage of
 * cents is a whole number of hundredths of a cent, so nothing is rounded here.
 */
export const shareHundredths = (commissionCents: number = COMMISSION_CENTS): number =>
  commissionCents * PARTNER_PERCENT;

/**
 * Rounds hundredths of a cent to cents, halves away from zero, so that a credit and its reversal cancel
 * out. For the sum of a month, never for single shares.
 */
export function centsFromHundredths(hundredths: number): number {
  const cents = Math.floor((Math.abs(hundredths) + 50) / 100);
  return hundredths < 0 && cents > 0 ? -cents : cents;
}
