import { COMMISSION_CENTS } from '@wopack/rules';

/** The pack shown in the steps and on the seller's receipt. */
export const samplePack = { priceCents: 399, valueCents: 1200 };

/** A partner's part of the commission. Source: specification, section 9. */
export const PARTNER_PERCENT = 15;

/** A partner's part of one pack, in cents with their fraction: 19.35. */
export const sharePerPackCents = (COMMISSION_CENTS * PARTNER_PERCENT) / 100;

/** Packs of four months, drawn as bars; the last one is written out. */
export const packsByMonth = [100, 160, 229, 309] as const;

/** A month's share in cents, rounded once. */
export const shareCents = (packs: number): number =>
  Math.round((packs * COMMISSION_CENTS * PARTNER_PERCENT) / 100);
