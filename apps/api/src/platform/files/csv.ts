import { pipeline, Readable } from 'node:stream';
import type { Language } from '@wopack/domain';
import { stringify } from 'csv-stringify';

/** An amount, written as euros with two decimals: `{cents: -129}` → -1.29. */
export interface Money {
  cents: number;
}

/** Dates are passed as ISO 8601 text. */
export type Cell = string | number | null | Money;

type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/** Spreadsheets in these languages read a comma as the decimal sign, and so a semicolon between cells. */
const DECIMAL_COMMA_LANGUAGES: ReadonlySet<Language> = new Set(['pt', 'ru']);

/**
 * Streams rows as CSV (RFC 4180), with the separators of the language, so that the file is never in memory as a whole. The byte order mark tells
 * spreadsheets that it is UTF-8; text that a spreadsheet would run as a formula is escaped.
 */
export function createCsvStream(header: readonly string[], rows: Rows, language: Language = 'en'): Readable {
  const hasDecimalComma = DECIMAL_COMMA_LANGUAGES.has(language);
  const formatNumber = (number: string) => (hasDecimalComma ? number.replace('.', ',') : number);
  const stringifier = stringify({
    bom: true,
    delimiter: hasDecimalComma ? ';' : ',',
    record_delimiter: 'windows',
    // Also quotes cells with a lone CR or LF, which most readers take for the end of a row.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      // A leading minus of an amount is not a formula.
      object: (money) => ({
        value: formatNumber((Number(money.cents) / 100).toFixed(2)),
        escape_formulas: false,
      }),
      number: (value) => ({ value: formatNumber(String(value)), escape_formulas: false }),
    },
  });
  // A disconnected client ends the source; a failing source aborts the response.
  return pipeline(Readable.from(prependHeader(header, rows)), stringifier, () => {});
}

async function* prependHeader(header: readonly string[], rows: Rows) {
  yield header;
  yield* rows;
}
