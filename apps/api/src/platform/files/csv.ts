import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** An amount, written as euros with two decimals: `{cents: -129}` → -1.29. */
export interface Money {
  cents: number;
}

/** Dates are passed as ISO 8601 text. */
export type Cell = string | number | null | Money;

type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/**
 * Streams rows as CSV (RFC 4180), so that the file is never in memory as a whole. The byte order mark tells
 * spreadsheets that it is UTF-8; text that a spreadsheet would run as a formula is escaped.
 */
export function createCsvStream(header: readonly string[], rows: Rows): Readable {
  const stringifier = stringify({
    bom: true,
    record_delimiter: 'windows',
    // Also quotes cells with a lone CR or LF, which most readers take for the end of a row.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      // A leading minus of an amount is not a formula.
      object: (money) => ({ value: (Number(money.cents) / 100).toFixed(2), escape_formulas: false }),
    },
  });
  // A disconnected client ends the source; a failing source aborts the response.
  return pipeline(Readable.from(prependHeader(header, rows)), stringifier, () => {});
}

async function* prependHeader(header: readonly string[], rows: Rows) {
  yield header;
  yield* rows;
}
