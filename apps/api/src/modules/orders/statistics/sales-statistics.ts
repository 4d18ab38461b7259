import type { endpoints } from '@wopack/contract';
import { PRODUCT_GRAMS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listProductTotals } from './sales.queries.ts';
import { addTotals, comparisonRange, dayBefore } from './sales.rules.ts';
import { parseSalesFilter } from './sales-filter.ts';

/** What was sold in a range of days, and on the same weekdays before it. */
export async function getSalesStatistics(context: Context, call: Call<typeof endpoints.getSalesStatistics>) {
  const filter = await parseSalesFilter(context, call);
  const comparison = comparisonRange(filter.range);
  const [now, before] = await Promise.all([
    listProductTotals(context.db, filter),
    // Up to the range itself, so that each of its days has the one a week earlier beside it.
    listProductTotals(context.db, {
      ...filter,
      range: { from: comparison.from, to: dayBefore(filter.range.from) },
    }),
  ]);
  const totals = sumTotals(now);
  return {
    data: {
      ...filter.range,
      totals,
      waste_avoided_grams: totals.collected * PRODUCT_GRAMS,
      days: buildDays(now),
      packs: now.flatMap(({ sale_place_id, product_id, place_name, product_name, ...totals }) =>
        sale_place_id === null || product_id === null
          ? []
          : {
              ...totals,
              sale_place: { id: sale_place_id, name: place_name! },
              product: { id: product_id, name: product_name! },
            },
      ),
      before: {
        ...comparison,
        totals: addTotals(buildDays(before).filter(({ date }) => date <= comparison.to)),
        days: buildDays(before),
      },
    },
  };
}

type TotalsRows = Awaited<ReturnType<typeof listProductTotals>>;

const sumTotals = (rows: TotalsRows) =>
  rows.find(({ date, product_id }) => date === null && product_id === null)!;
const buildDays = (rows: TotalsRows) =>
  rows.flatMap(({ date, ...totals }) => (date === null ? [] : { date, ...totals }));
