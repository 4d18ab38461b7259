import { COMMISSION_CENTS } from './constants.ts';

/** What the seller receives of one pack, in cents: its price less WoPack's commission. */
export const earningCents = (priceCents: number): number => priceCents - COMMISSION_CENTS;
