import { COMMISSION_CENTS } from './constants.ts';

/** What the seller receives for one order, in cents: the price less WoPack's commission. */
export const earningCents = (priceCents: number): number => priceCents - COMMISSION_CENTS;
