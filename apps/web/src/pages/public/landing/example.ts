import { centsFromHundredths, shareHundredths } from '@wopack/domain';

/** The pack shown in the steps and on the seller's receipt. */
export const samplePack = { priceCents: 399, valueCents: 1200 };

/** A partner's part of one pack, in cents with their fraction: 19.35. */
export const sharePerPackCents = shareHundredths() / 100;

/** Packs of four months, drawn as bars; the last one is written out. */
export const packsByMonth = [100, 160, 229, 309] as const;

/** A month's share in cents, rounded once. */
export const shareCents = (packs: number): number => centsFromHundredths(packs * shareHundredths());
