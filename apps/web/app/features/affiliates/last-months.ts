import { addMonths, type Month } from '@wopack/domain';
import type { AffiliateMonth } from './affiliates.api.ts';

type MonthBar = Pick<AffiliateMonth, 'month' | 'amount_cents'> & { state: AffiliateMonth['state'] | 'none' };

/** The last months in their order, up to the one that runs; those without a credit are empty, not left out. */
export function listLastMonths(rows: readonly AffiliateMonth[], count: number): MonthBar[] {
  const currentMonth = rows[0]?.month as Month | undefined;
  if (!currentMonth) return [];
  const rowsByMonth = new Map(rows.map((row) => [row.month, row]));
  return Array.from({ length: count }, (_, i) => {
    const month = addMonths(currentMonth, i - count + 1);
    return rowsByMonth.get(month) ?? { month, amount_cents: 0, state: 'none' as const };
  });
}
