import { pipeline, Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatDecimalEuros, type Language } from '@wopack/domain';
import { stringify } from 'csv-stringify';

/** An amount, written as euros with two decimals: `{cents: -129}` → -1.29. */
export interface Money {
  cents: number;
}

/** An exact amount, written as euros with four decimals: `{hundredths: 1935}` → 0.1935. */
export interface ExactMoney {
  hundredths: number;
}

/** Dates are passed as text, times by `formatLocalTime`. */
export type Cell = string | number | null | Money | ExactMoney;

/** Wall-clock time in a form that spreadsheets read as a date: '2026-11-20 17:30'. */
export const formatLocalTime = (instant: Date | string, timeZone: string): string =>
  Temporal.Instant.from(new Date(instant).toISOString())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

const formatEuros = (amount: Money | ExactMoney): string =>
  'cents' in amount ? formatDecimalEuros(amount.cents) : (amount.hundredths / 10_000).toFixed(4);

type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/** Spreadsheets in these languages read a comma as the decimal sign, and so a semicolon between cells. */
const DECIMAL_COMMA_LANGUAGES: ReadonlySet<Language> = new Set(['pt', 'ru']);

/**
 * What a spreadsheet takes for a formula, at the start of a text or behind any separator: it may be told another one than
 * that of the file, or guess it. Quotes and blanks before it do not help. Looks back from each such character, so that a
 * text of blanks takes no longer than another one.
 */
const FORMULA_START = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;,|\t\r\n\u2028\u2029])[\s"'“”]*)/g;
/** Spreadsheets skip a tab or line break at the start and look at what follows. */
const BLANK_START = /^(?='*[\t\r\n])/;
/** Spreadsheets drop the zeros in front of a number, and the digits after the fifteenth. */
const DIGITS_AS_TEXT = /^(?:0\d+|\d{16,})$/;

/** An apostrophe makes it text. */
const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA_START, "'").replace(BLANK_START, "'");

/**
 * The text that was written. An apostrophe was added exactly where one stands before what a spreadsheet takes for a
 * formula; the form of digits is read where cells are, because there it is a formula.
 */
export const restoreText = (cell: string): string =>
  cell.replace(NEUTRAL_BLANK, '').replace(NEUTRAL_FORMULA, '');

const NEUTRAL_BLANK = /^'(?='*[\t\r\n])/;
const NEUTRAL_FORMULA = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;,|\t\r\n\u2028\u2029])[\s"'“”]*')/g;

/** A formula that yields the digits is the one form that every spreadsheet reads as text. */
const formatText = (text: string): string =>
  DIGITS_AS_TEXT.test(text) ? `="${text}"` : neutralizeFormulas(text);

/**
 * Streams rows as CSV (RFC 4180), with the separators of the language, so that the file is never in memory as a whole. The
 * byte order mark tells spreadsheets that it is UTF-8. Texts are quoted, numbers are not; text that a spreadsheet would run
 * as a formula, read by whatever separator, is escaped.
 */
export function createCsvStream(header: readonly string[], rows: Rows, language: Language = 'en'): Readable {
  const hasDecimalComma = DECIMAL_COMMA_LANGUAGES.has(language);
  const formatNumber = (number: string) => (hasDecimalComma ? number.replace('.', ',') : number);
  const stringifier = stringify({
    bom: true,
    delimiter: hasDecimalComma ? ';' : ',',
    record_delimiter: 'windows',
    cast: {
      string: (text) => ({ value: formatText(text), quoted: true }),
      object: (amount) => ({ value: formatNumber(formatEuros(amount as unknown as Money)), quoted: false }),
      number: (value) => ({ value: formatNumber(String(value)), quoted: false }),
    },
  });
  // A disconnected client ends the source; a failing source aborts the response.
  return pipeline(Readable.from(prependHeader(header, rows)), stringifier, createJoiner(), () => {});
}

const CHUNK_BYTES = 16_384;

/**
 * The stringifier passes each row on by itself, but what follows has work with each chunk: the session is looked up. The
 * headings go at once: what fails after them breaks the download off.
 */
function createJoiner(): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  let hasBegun = false;
  const takeAll = () => {
    const all = Buffer.concat(parts);
    parts = [];
    size = 0;
    return all;
  };
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      size += part.length;
      const isFull = !hasBegun || size >= CHUNK_BYTES;
      hasBegun = true;
      done(null, isFull ? takeAll() : undefined);
    },
    flush(done) {
      done(null, size === 0 ? undefined : takeAll());
    },
  });
}

/** About a millisecond of work. */
const ROWS_PER_TURN = 100;

/** A reader that takes rows as fast as they come must not keep the server from everything else. */
async function* prependHeader(header: readonly string[], rows: Rows) {
  yield header;
  let count = 0;
  for await (const row of rows) {
    yield row;
    if (++count % ROWS_PER_TURN === 0) await nextTurn();
  }
}
