import { addMonths, DAY_MS, type Month } from '@wopack/domain';
import type { Co2Factor } from '../../../config/impact.ts';

/** What collected units amount to. */
export interface ImpactFigures {
  packs: number;
  packs_with_weight: number;
  grams: number;
  saved_cents: number;
}

/** Figures of a month: '2026-11'. */
export interface MonthFigures extends ImpactFigures {
  month: string;
}

/** Somewhere the next month has begun. */
export const EASTERNMOST = 'Pacific/Kiritimati';

/** Fewer could be told apart by somebody who watches the page. */
export const MIN_PUBLIC_BUYERS = 10;

/** Shown beside each other. */
const MONTHS_SHOWN = 12;

const NOTHING: ImpactFigures = { packs: 0, packs_with_weight: 0, grams: 0, saved_cents: 0 };

/** The months that end with this one, oldest first. */
export const listMonths = (last: Month): Month[] =>
  Array.from({ length: MONTHS_SHOWN }, (_, index) => addMonths(last, index + 1 - MONTHS_SHOWN));

/** Each of the months with its figures; those of which there are none count nothing. */
export function fillMonths(last: Month, rows: readonly MonthFigures[]): MonthFigures[] {
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

/** Counts declared kilograms alone. Null without a factor, or without any weight. */
export const calculateCo2 = ({ grams }: Pick<ImpactFigures, 'grams'>, factor: Co2Factor | null) =>
  factor === null || grams === 0
    ? null
    : {
        grams: Math.round((grams / 1000) * factor.gramsPerKg),
        grams_per_kg: factor.gramsPerKg,
        method: factor.method,
        source: factor.source,
      };

/** Any month of the last twelve is shown with the eleven before it. */
const MONTHS_KEPT = 2 * MONTHS_SHOWN;
/** Orders of these change most. */
const MONTHS_COUNTED_NIGHTLY = 3;

/** The months of which everybody's sums are kept, oldest first. */
export const listKeptMonths = (present: Month): Month[] =>
  Array.from({ length: MONTHS_KEPT }, (_, index) => addMonths(present, index + 1 - MONTHS_KEPT));

/** The last months, and one of the earlier ones by turns: orders of these change too, by a dispute. */
export function listMonthsToCount(present: Month, now: Date): Month[] {
  const months = listKeptMonths(present);
  const earlier = months.slice(0, -MONTHS_COUNTED_NIGHTLY);
  const turn = Math.floor(now.getTime() / DAY_MS) % earlier.length;
  return [earlier[turn]!, ...months.slice(-MONTHS_COUNTED_NIGHTLY)];
}

/** Orders of a month of a town: all, those of its sale places with fewer buyers than are shown, or those of the others. */
export interface OrdersOfTown extends ImpactFigures {
  part: 'all' | 'few' | 'many';
  buyers: number;
  /** Buyers left when the orders of one business are taken away, whichever leaves fewest. */
  buyers_without_one: number;
}

/**
 * What is added up for a town. Everybody knows the sums of the sale places with many buyers, and a business its own: what
 * they leave of the town is that of those with few. So these are in it only where they are enough without any one business.
 */
export function chooseOrdersOfTown(parts: readonly OrdersOfTown[]): OrdersOfTown | null {
  const find = (name: OrdersOfTown['part']) => parts.find(({ part }) => part === name) ?? null;
  const few = find('few');
  return few && few.buyers_without_one < MIN_PUBLIC_BUYERS ? find('many') : find('all');
}

/** Each of the months that end with this one; hidden where there are no figures, or too few buyers to show them. */
export function fillPublicMonths(last: Month, rows: readonly MonthFigures[]) {
  const shown = new Set(rows.map(({ month }) => month));
  return fillMonths(last, rows).map((row) => ({ ...row, is_hidden: !shown.has(row.month) }));
}
