import { COMMISSION_CENTS } from './constants.ts';

/** A partner's part of WoPack's profit. Source: docs/specification.md, Money. */
export const PARTNER_PERCENT = 15;

/**
 * A partner's share of one order, in hundredths of a cent: 15 % of 1.29 EUR is 19.35 cents, which no whole number of
 * cents can be. Percent of cents are hundredths of a cent, so nothing is rounded here.
 */
export const shareHundredths = (commissionCents: number = COMMISSION_CENTS): number =>
  commissionCents * PARTNER_PERCENT;

/**
 * Hundredths of a cent as whole cents; halves away from zero, so that what was credited and is taken back cancels out.
 * For the sum of a month, never for its lines.
 */
export function centsFromHundredths(hundredths: number): number {
  const cents = Math.floor((Math.abs(hundredths) + 50) / 100);
  return hundredths < 0 && cents > 0 ? -cents : cents;
}
