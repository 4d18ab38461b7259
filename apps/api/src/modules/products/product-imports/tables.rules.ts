import { CsvError, parse } from 'csv-parse/sync';

/** A text, or a formula, which is not computed. */
export type CellContent = string | { formula: string };

/** Empty ones included; more is no table of products. */
export const MAX_TABLE_LINES = 5_000;
export const MAX_TABLE_COLUMNS = 100;
/** A spreadsheet program allows no more in six cells. */
const MAX_LINE_LENGTH = 200_000;
/** As many bytes as a file may have. */
const MAX_TABLE_LENGTH = 5 * 1_048_576;

/** Why a table cannot be read. */
export class TableError extends Error {
  readonly reason: 'encoding' | 'quotes' | 'noTable' | 'tableTooLarge';

  constructor(reason: TableError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const SEPARATORS = [';', ',', '\t', '|'] as const;

/** Cells of a CSV file by line, with the separator that its first line has most of; Excel's line `sep=;` is skipped. */
export function parseCsvTable(content: Uint8Array): CellContent[][] {
  const text = decodeText(content);
  const declared = /^sep=([;,|\t])\r?\n/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const lines = readLines(body, declared?.[1] ?? findSeparator(body));
  // Spreadsheets count that line.
  return declared ? [[], ...lines] : lines;
}

/** UTF-8, or UTF-16 with a byte order mark. Other encodings cannot be told apart. */
function decodeText(content: Uint8Array): string {
  const [first, second] = content;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  // An old workbook, a picture or something else.
  if (encoding === 'utf-8' && content.includes(0)) throw new TableError('noTable');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw new TableError('encoding');
  }
}

function findSeparator(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\r\n]/.test(character)) {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  return SEPARATORS.toSorted((a, b) => counts.get(b)! - counts.get(a)!)[0]!;
}

function readLines(text: string, delimiter: string): CellContent[][] {
  try {
    const lines: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: MAX_TABLE_LINES + 1,
      max_record_size: MAX_LINE_LENGTH,
    });
    if (lines.length > MAX_TABLE_LINES) throw new TableError('tableTooLarge');
    return lines.map((cells) => cells.slice(0, MAX_TABLE_COLUMNS + 1).map(readCsvCell));
  } catch (error) {
    if (error instanceof CsvError)
      throw new TableError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'tableTooLarge' : 'quotes');
    throw error;
  }
}

const getLength = (cell: CellContent): number => (typeof cell === 'string' ? cell : cell.formula).length;

/** A workbook has a text once, however many cells show it; in what is read of it each has its own. */
export function assertTextAmount(lines: readonly (readonly CellContent[])[]): void {
  const lengths = lines.map((cells) => cells.reduce((sum, cell) => sum + getLength(cell), 0));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > MAX_TABLE_LENGTH || lengths.some((length) => length > MAX_LINE_LENGTH))
    throw new TableError('tableTooLarge');
}

/** Digits as `createCsvStream` writes those that spreadsheets would shorten. */
const DIGITS_AS_TEXT = /^="(\d+)"$/;
/** In a CSV file nothing else says that a text is one: spreadsheets would compute it. */
const FORMULA = /^(?:=|[+\-@]\s*[\p{L}.]+\()/u;

const readCsvCell = (text: string): CellContent => (FORMULA.test(text) ? readFormula(text) : text);

/** A formula of a cell, beginning with `=`; the one that yields digits is a text. */
export const readFormula = (formula: string): CellContent => DIGITS_AS_TEXT.exec(formula)?.[1] ?? { formula };
