import { addMonths, type Month } from '@wopack/rules';
import type { MonthRow } from './affiliates.api.ts';

type Bar = Pick<MonthRow, 'month' | 'amount_cents'> & { state: MonthRow['state'] | 'none' };

/** The last months in their order, up to the one that runs; those without a credit are empty, not left out. */
export function lastMonths(rows: readonly MonthRow[], count: number): Bar[] {
  const running = rows[0]?.month as Month | undefined;
  if (!running) return [];
  const known = new Map(rows.map((row) => [row.month, row]));
  return Array.from({ length: count }, (_, i) => {
    const month = addMonths(running, i - count + 1);
    return known.get(month) ?? { month, amount_cents: 0, state: 'none' as const };
  });
}
