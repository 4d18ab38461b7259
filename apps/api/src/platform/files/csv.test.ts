import { buffer, text } from 'node:stream/consumers';
import type { Language } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTurns } from '../../../test/support/turns.ts';
import { type Cell, createCsvStream } from './csv.ts';

const formatCsv = async (...rows: Cell[][]) => (await buffer(createCsvStream(['a', 'b'], rows))).toString();

test('follows RFC 4180, quotes all text, and has a UTF-8 byte order mark', async () => {
  expect(await formatCsv(['Cesto, "grande"', 7], ['два\nряда', null])).toBe(
    '\ufeff"a","b"\r\n"Cesto, ""grande""",7\r\n"два\nряда",\r\n',
  );
});

test('rows are joined to chunks, of which each costs a look at the session', async () => {
  const rows = Array.from({ length: 2000 }, (_, number): Cell[] => ['Cesto de fim de tarde', number]);
  const chunks: Buffer[] = [];
  for await (const chunk of createCsvStream(['a', 'b'], rows)) chunks.push(chunk as Buffer);
  expect(chunks.length).toBeLessThan(10);
  expect(Buffer.concat(chunks).toString().split('\r\n')).toHaveLength(2002);
});

test.each(['=1+1', '+351', '-2', '@SUM(A1)', '＝1', '＋1', '－1', '＠A'])(
  '%j is not run as a formula',
  async (name) => {
    expect(await formatCsv([name, 1])).toContain(`"'${name}"`);
  },
);

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a,=1+1', "a,'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a|=1+1', "a|'=1+1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a;"=1+1"', 'a;""\'=1+1""'],
  ['a; @SUM(A1)', "a; '@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r1', "'\r1"],
  [' =1', " '=1"],
])('%j is not run behind another separator either', async (name, expected) => {
  expect(await formatCsv([name, 1])).toContain(`"${expected}"`);
});

test.each(['3.99-5.99', 'pão-de-ló', 'a@b.example', 'Rua 1 - 2', '12:00–13:00'])(
  '%j stays as it is',
  async (name) => {
    expect(await formatCsv([name, 1])).toContain(`"${name}"`);
  },
);

test('digits of a text keep their leading zeros, and all of them', async () => {
  expect(await formatCsv(['0417', '12345678901234567'], ['1200-468', '417'])).toBe(
    '\ufeff"a","b"\r\n"=""0417""","=""12345678901234567"""\r\n"1200-468","417"\r\n',
  );
});

test('amounts are numbers, also negative ones', async () => {
  const [, row] = (await formatCsv([{ cents: -129 }, { cents: 5 }], [-3, 0])).split('\r\n');
  expect(row).toBe('-1.29,0.05');
});

test.each(['pt', 'ru'] as const)(
  'in %s numbers have a comma, and a semicolon separates',
  async (language) => {
    const rows = [
      ['Pão, "seco"; 1', { cents: -129 }],
      ['=1+1', 0.1935],
      ['x', -3],
    ] as Cell[][];
    expect(await text(createCsvStream(['a', 'b'], rows, language))).toBe(
      '"a";"b"\r\n"Pão, ""seco""; 1";-1,29\r\n"\'=1+1";0,1935\r\n"x";-3\r\n',
    );
  },
);

/**
 * Reads as spreadsheets do: quotes count at the start of a cell; what stands behind the closing one belongs to the cell,
 * and a quote elsewhere is a character.
 */
function readCells(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let position = 0;
  while (position <= csv.length) {
    let cell = '';
    if (csv[position] === '"') {
      position++;
      while (position < csv.length && !(csv[position] === '"' && csv[position + 1] !== '"')) {
        cell += csv[position];
        position += csv[position] === '"' ? 2 : 1;
      }
      position++;
    }
    while (position < csv.length && csv[position] !== separator && !/[\r\n]/.test(csv[position]!))
      cell += csv[position++];
    cells.push(cell);
    position += csv.startsWith('\r\n', position) ? 2 : 1;
  }
  return cells;
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
/**
 * The one formula that is written. Read by another separator, what follows in the row is part of it: numbers and quoted
 * texts, which make it invalid.
 */
const DIGITS_AS_TEXT = /^="*\d+"*(?:$|[;,\t|])/;
/** A spreadsheet may drop blanks and quotes around what it reads. */
const isFormula = (cell: string): boolean => {
  const content = cell.replace(/^[\s"]+/, '');
  return /^[=+\-@＝＋－＠]/.test(content) && !NUMBER.test(cell) && !DIGITS_AS_TEXT.test(content);
};

const hostileText = fc
  .array(
    fc.constantFrom(
      ...['=1+1', '=cmd|x', '+', '-', '@', '＝', '＋', '－', '＠', ';', ',', '\t', '|', '\r', '\n', '\r\n'],
      ...['"', "'", ' ', '\u00a0', 'a', 'Pão', '1', '0', '.'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const anyCell = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.integer({ min: -500, max: 500 }),
  fc.integer({ min: -99_999, max: 99_999 }).map((cents) => ({ cents })),
  fc.constant(null),
);

// As in every file, a row begins with a text: what begins with a negative number is one only up to the next separator.
const anyRow = fc.tuple(hostileText, anyCell, anyCell);

test('no cell of any row is a formula, by whatever separator the file is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 3 }),
      fc.constantFrom<Language>('pt', 'en', 'ru'),
      async (rows, language) => {
        const csv = await text(createCsvStream(['a', 'b', 'c'], rows, language));
        for (const separator of [';', ',', '\t', '|'])
          expect(readCells(csv, separator).filter(isFormula), JSON.stringify({ csv, separator })).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a text of blanks takes no longer than another one', async () => {
  const blanks = '\n'.repeat(150_000);
  const csv = await text(createCsvStream([], [[`${blanks}x`, `${blanks}=1+1`]]));
  expect(csv).toContain(`\n'=1+1"`);
  expect(csv.length).toBeLessThan(300_100);
});

test('read by its own separator, a file has the texts that were written, but for apostrophes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 2, maxLength: 2 }), async (row) => {
      const csv = await text(createCsvStream(['a', 'b'], [row]));
      const cells = readCells(csv, ',').slice(2, 4);
      const normalize = (value: string) => value.replace(/^="(\d+)"$/, '$1').replaceAll("'", '');
      expect(cells.map(normalize)).toEqual(row.map(normalize));
    }),
  );
});

test('a failing source aborts the file instead of completing it', async () => {
  async function* rows() {
    yield ['x', 1];
    throw new Error('the database went away');
  }
  await expect(text(createCsvStream(['a', 'b'], rows()))).rejects.toThrow('the database went away');
});

test('a file of many rows leaves turns of the event loop to others', async () => {
  const rows = Array.from({ length: 5000 }, (_, i): Cell[] => ['x', i]);
  expect(await countTurns(() => formatCsv(...rows))).toBeGreaterThanOrEqual(50);
});
