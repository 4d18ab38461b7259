import type { endpoints } from '@wopack/contract';
import { PACK_GRAMS } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { salesOf } from './sales.queries.ts';
import { added, dayBefore, rangeBefore } from './sales.rules.ts';
import { salesFilter } from './sales-filter.ts';

/** What was sold in a range of days, and on the same weekdays before it. */
export async function sellerSales(context: Context, call: Call<typeof endpoints.sellerSales>) {
  const filter = await salesFilter(context, call);
  const earlier = rangeBefore(filter.range);
  const [now, before] = await Promise.all([
    salesOf(context.db, filter),
    // Up to the range itself, so that each of its days has the one a week earlier beside it.
    salesOf(context.db, { ...filter, range: { from: earlier.from, to: dayBefore(filter.range.from) } }),
  ]);
  const totals = total(now);
  return {
    data: {
      ...filter.range,
      totals,
      waste_avoided_grams: totals.collected * PACK_GRAMS,
      days: days(now),
      packs: now.flatMap(({ sale_place_id, product_id, place_name, product_name, ...sums }) =>
        sale_place_id === null || product_id === null
          ? []
          : {
              ...sums,
              sale_place: { id: sale_place_id, name: place_name! },
              product: { id: product_id, name: product_name! },
            },
      ),
      before: {
        ...earlier,
        totals: added(days(before).filter(({ date }) => date <= earlier.to)),
        days: days(before),
      },
    },
  };
}

type Rows = Awaited<ReturnType<typeof salesOf>>;

const total = (rows: Rows) => rows.find(({ date, product_id }) => date === null && product_id === null)!;
const days = (rows: Rows) => rows.flatMap(({ date, ...sums }) => (date === null ? [] : { date, ...sums }));
