import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** An amount, written as a plain number of euros with two decimals: `{cents: -129}` → -1.29. */
export interface Money {
  cents: number;
}

/** Dates are ISO text. */
export type Cell = string | number | null | Money;

type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/**
 * Rows as CSV by RFC 4180, written as they come, so that the whole need never be in memory. The mark at its beginning
 * tells spreadsheets that it is UTF-8; text that a spreadsheet would run as a formula is made plain text.
 */
export function createCsvStream(header: readonly string[], rows: Rows): Readable {
  const stringifier = stringify({
    bom: true,
    record_delimiter: 'windows',
    // A line that ends inside a cell as on another system is a line's end to most readers.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      // Its minus is no formula.
      object: (money) => ({ value: (Number(money.cents) / 100).toFixed(2), escape_formulas: false }),
    },
  });
  // Whoever hangs up ends the reading, too; a reading that fails cuts the file off.
  return pipeline(Readable.from(prependHeader(header, rows)), stringifier, () => {});
}

async function* prependHeader(header: readonly string[], rows: Rows) {
  yield header;
  yield* rows;
}
