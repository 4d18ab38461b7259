import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertTextAmount, MAX_TABLE_LINES, parseCsvTable, TableError } from './tables.rules.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each([';', ',', '\t', '|'])('the separator %j is that of the first line', (separator) => {
  const csv = ['id', 'name', 'price'].join(separator);
  expect(parseCsvTable(encode(`\ufeff${csv}\r\n1${separator}"a;b,c\t|""d"""${separator}4\r\n`))).toEqual([
    ['id', 'name', 'price'],
    ['1', 'a;b,c\t|"d"', '4'],
  ]);
});

test('the line by which Excel names the separator counts as a row', () => {
  expect(parseCsvTable(encode('sep=;\r\nid;name\r\n1;a,b,c'))).toEqual([[], ['id', 'name'], ['1', 'a,b,c']]);
});

test('empty lines and lines of another length stay where they are', () => {
  expect(parseCsvTable(encode('id,name\n\n1\n2,b,c'))).toEqual([
    ['id', 'name'],
    [''],
    ['1'],
    ['2', 'b', 'c'],
  ]);
});

test.each(['utf-16le', 'utf-16be'])('%s is read by its mark', (encoding) => {
  const bytes = Buffer.from('\ufeffid\tname\n1\tПирог', 'utf16le');
  if (encoding === 'utf-16be') bytes.swap16();
  expect(parseCsvTable(bytes)).toEqual([
    ['id', 'name'],
    ['1', 'Пирог'],
  ]);
});

const readReason = (content: Uint8Array) => {
  try {
    parseCsvTable(content);
    return null;
  } catch (error) {
    return error instanceof TableError ? error.reason : error;
  }
};

test.each([
  ['Windows-1252', Buffer.from('id;nome\n1;Pão', 'latin1'), 'encoding'],
  ['Windows-1251', Buffer.from([0xcf, 0xe8, 0xf0, 0xee, 0xe3, 0x3b, 0x0a]), 'encoding'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'noTable'],
  ['an open quotation mark', encode('id,name\n1,"a\n2,b'), 'quotes'],
  ['too many lines', encode('id\n'.repeat(MAX_TABLE_LINES + 1)), 'tableTooLarge'],
  ['a cell of a megabyte', encode(`id\n${'x'.repeat(1_000_000)}`), 'tableTooLarge'],
])('%s is refused', (_, content, reason) => expect(readReason(content)).toBe(reason));

test.each([
  ['="0417"', '0417'],
  ['=1+1', { formula: '=1+1' }],
  ['@SUM(A1)', { formula: '@SUM(A1)' }],
  ['+cmd(1)', { formula: '+cmd(1)' }],
  ['-5', '-5'],
  ['+351 210 000 000', '+351 210 000 000'],
  ['@aurora', '@aurora'],
  ["'=1+1", "'=1+1"],
])('the cell %j', (cell, content) => {
  expect(parseCsvTable(encode(`id\n"${cell.replaceAll('"', '""')}"`))[1]).toEqual([content]);
});

test('any bytes give cells or a reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (content) => {
      expect([null, 'encoding', 'noTable', 'quotes', 'tableTooLarge']).toContain(readReason(content));
    }),
  );
});

test('a workbook has at most as much text as a CSV file may have', () => {
  const rows = (count: number, text: string) =>
    Array.from({ length: count }, () => [text, { formula: text }]);
  expect(() => assertTextAmount(rows(500, 'x'.repeat(5_000)))).not.toThrow();
  expect(() => assertTextAmount(rows(1, 'x'.repeat(100_001)))).toThrow('tableTooLarge');
  expect(() => assertTextAmount(rows(490, 'x'.repeat(50_000)))).toThrow('tableTooLarge');
});
