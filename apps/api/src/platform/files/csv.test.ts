import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Cell, createCsvStream } from './csv.ts';

const formatCsv = async (...rows: Cell[][]) => (await buffer(createCsvStream(['a', 'b'], rows))).toString();

test('follows RFC 4180 and has a UTF-8 byte order mark', async () => {
  expect(await formatCsv(['Cesto, "grande"', 7], ['два\nряда', null])).toBe(
    '\ufeffa,b\r\n"Cesto, ""grande""",7\r\n"два\nряда",\r\n',
  );
});

test.each(['=1+1', '+351', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  '%j is not run as a formula',
  async (name) => {
    expect(await formatCsv([name, 1])).toContain(`'${name}`);
  },
);

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
      'a;b\r\n"Pão, ""seco""; 1";-1,29\r\n\'=1+1;0,1935\r\nx;-3\r\n',
    );
  },
);

test('a failing source aborts the file instead of completing it', async () => {
  async function* rows() {
    yield ['x', 1];
    throw new Error('the database went away');
  }
  await expect(text(createCsvStream(['a', 'b'], rows()))).rejects.toThrow('the database went away');
});
