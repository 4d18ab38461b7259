import type { endpoints } from '@wopack/contract';
import type { Language, VatRate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Cell, createCsvStream } from '../../../platform/files/csv.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { splitRange } from '../orders.rules.ts';
import type { SalesFilter } from './sales.queries.ts';
import { parseSalesFilter } from './sales-statistics.ts';
import { listVatLines } from './vat-sales.queries.ts';
import { createVatSums, splitLine, type VatAmounts } from './vat-sales.rules.ts';

const COLUMNS = [
  'line',
  'date',
  'order',
  'place',
  'pack',
  'vatRate',
  'gross',
  'net',
  'tax',
  'invoiceName',
  'invoiceTaxNumber',
];

/** A CSV file with a line an order and refund, and sums by rate, by which a till issues the documents. */
export async function exportVatSales(context: Context, call: Call<typeof endpoints.exportVatSales>) {
  const filter = await parseSalesFilter(context, call);
  const { from, to } = filter.range;
  return {
    name: `wopack-vat-${from}-${to}.csv`,
    content: createCsvStream(
      COLUMNS.map((column) => translate(`orders.csv.${column}`, call.language)),
      readCsvLines(context.db, filter, call.language),
      call.language,
    ),
  };
}

const toCell = (cents: number | null): Cell => (cents === null ? null : { cents });
const toCells = ({ grossCents, netCents, taxCents }: VatAmounts): Cell[] =>
  [grossCents, netCents, taxCents].map(toCell);

/** Reads month by month, so that a slow client holds no database connection. */
async function* readCsvLines(db: Db, filter: SalesFilter, language: Language): AsyncGenerator<Cell[]> {
  const toRateCell = (rate: VatRate): Cell =>
    typeof rate === 'number'
      ? rate
      : translate(`orders.csv.${rate === 'mixed' ? 'mixedRate' : 'noRate'}`, language);
  const sums = createVatSums();
  // What the till has to split comes apart, after the rest.
  for (const hasRate of [true, false])
    for (const range of splitRange(filter.range))
      for (const row of await listVatLines(db, { ...filter, range }, hasRate)) {
        const amounts = splitLine(row);
        sums.add(row.vat_rate, amounts);
        yield [
          translate(`orders.csv.${row.kind}`, language),
          row.date,
          row.order_id,
          row.place_name,
          row.product_name,
          toRateCell(row.vat_rate),
          ...toCells(amounts),
          row.invoice_name,
          row.invoice_tax_number,
        ];
      }
  for (const [rate, amounts] of sums.list())
    yield [
      translate('orders.csv.sum', language),
      null,
      null,
      null,
      null,
      toRateCell(rate),
      ...toCells(amounts),
      null,
      null,
    ];
}
