import { centsFromHundredths, shareHundredths } from '@wopack/domain';

/** The pack shown in the steps and on the seller's receipt. */
export const SAMPLE_PRODUCT = { priceCents: 399, valueCents: 1200 };

/** A partner's part of one pack, in cents with their fraction: 19.35. */
export const SHARE_PER_UNIT_CENTS = shareHundredths() / 100;

/** Packs of four months, drawn as bars; the last one is written out. */
export const UNITS_BY_MONTH = [100, 160, 229, 309] as const;

/** A month's share in cents, rounded once. */
export const calculateShareCents = (units: number): number => centsFromHundredths(units * shareHundredths());
