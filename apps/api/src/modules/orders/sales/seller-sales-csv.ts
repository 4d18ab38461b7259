import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { type Cell, csvOf } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { dailySales, type SalesFilter } from './sales.queries.ts';
import { parts } from './sales.rules.ts';
import { salesFilter } from './sales-filter.ts';

const columns = [
  ...['date', 'place', 'pack', 'offered', 'sold', 'collected'],
  ...['price', 'refunded', 'commission', 'earning'],
];

/** The seller's sales as a file, one line a day and pack. */
export async function sellerSalesCsv(context: Context, call: Call<typeof endpoints.sellerSalesCsv>) {
  const filter = await salesFilter(context, call);
  const { from, to } = filter.range;
  const head = columns.map((column) => translate(`orders.csv.${column}`, call.language));
  return { name: `wopack-sales-${from}-${to}.csv`, content: csvOf(head, lines(context.db, filter)) };
}

/** A month after the other: a slow reader holds no connection to the database meanwhile. */
async function* lines(db: Db, filter: SalesFilter): AsyncGenerator<Cell[]> {
  for (const range of parts(filter.range)) {
    for (const row of await dailySales(db, { ...filter, range })) {
      yield [
        ...[row.date, row.place_name, row.product_name, row.offered, row.sold, row.collected],
        { cents: row.price_cents },
        { cents: row.refunded_cents },
        { cents: row.commission_cents },
        { cents: row.earning_cents },
      ];
    }
  }
}
