import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { type Cell, createCsvStream } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { listDayTotals, type SalesFilter } from './sales.queries.ts';
import { buildTotals } from './sales.rules.ts';
import { parseSalesFilter } from './sales-filter.ts';

const COLUMNS = [
  ...['date', 'place', 'pack', 'offered', 'sold', 'collected'],
  ...['price', 'refunded', 'commission', 'earning'],
];

/** The seller's sales as a file, one line a day and pack. */
export async function exportSalesStatistics(
  context: Context,
  call: Call<typeof endpoints.exportSalesStatistics>,
) {
  const filter = await parseSalesFilter(context, call);
  const { from, to } = filter.range;
  const head = COLUMNS.map((column) => translate(`orders.csv.${column}`, call.language));
  return {
    name: `wopack-sales-${from}-${to}.csv`,
    content: createCsvStream(head, readCsvLines(context.db, filter)),
  };
}

/** A month after the other: a slow reader holds no connection to the database meanwhile. */
async function* readCsvLines(db: Db, filter: SalesFilter): AsyncGenerator<Cell[]> {
  for (const range of buildTotals(filter.range)) {
    for (const row of await listDayTotals(db, { ...filter, range })) {
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
