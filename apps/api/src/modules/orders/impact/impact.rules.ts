import { addMonths, type Month } from '@wopack/domain';
import type { Co2Factor } from '../../../config/impact.ts';

/** What collected units amount to. */
export interface ImpactFigures {
  packs: number;
  packs_with_weight: number;
  grams: number;
  saved_cents: number;
}

/** Shown beside each other. */
const MONTHS_SHOWN = 12;

const NOTHING: ImpactFigures = { packs: 0, packs_with_weight: 0, grams: 0, saved_cents: 0 };

/** The months that end with this one, oldest first. */
export const listMonths = (last: Month): Month[] =>
  Array.from({ length: MONTHS_SHOWN }, (_, index) => addMonths(last, index + 1 - MONTHS_SHOWN));

/** Each of the months with its figures; those of which there are none count nothing. */
export function fillMonths(
  last: Month,
  rows: readonly (ImpactFigures & { month: string })[],
): (ImpactFigures & { month: string })[] {
  const rowByMonth = new Map(rows.map((row) => [row.month, row]));
  return listMonths(last).map((month) => rowByMonth.get(month) ?? { ...NOTHING, month });
}

export const sumFigures = (rows: readonly ImpactFigures[]): ImpactFigures =>
  rows.reduce(
    (sum, row) => ({
      packs: sum.packs + row.packs,
      packs_with_weight: sum.packs_with_weight + row.packs_with_weight,
      grams: sum.grams + row.grams,
      saved_cents: sum.saved_cents + row.saved_cents,
    }),
    NOTHING,
  );

/** Of declared kilograms alone; null without a factor, or without any weight. */
export const calculateCo2 = ({ grams }: Pick<ImpactFigures, 'grams'>, factor: Co2Factor | null) =>
  factor === null || grams === 0
    ? null
    : {
        grams: Math.round((grams / 1000) * factor.gramsPerKg),
        grams_per_kg: factor.gramsPerKg,
        method: factor.method,
        source: factor.source,
      };
