import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { buildBankFile, type Transfer, type TransferFile } from './bank-file.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const SCHEMAS = join(import.meta.dirname, '../../../../test/money/example/iso20022');
const payer = {
  name: 'WoPack, Lda.',
  address: 'Rua da Prata 1',
  postCode: '1100-053',
  city: 'Lisboa',
  country: 'PT',
  vatNumber: 'PT501442600',
  iban: 'PT50000201231234567890154',
  bic: null as string | null,
};
const transfer: Transfer = {
  payoutId: 1,
  cents: 1234,
  iban: 'PT50000201231234567890154',
  holder: '//Rita/',
  address: { street: 'Cais do Sodré, 12', postCode: '1200-450', city: 'Lisboa', country: 'PT' },
  statement: 'WP-2026-00001',
};
const file: TransferFile = {
  runId: 7,
  madeAt: new Date('2026-12-05T00:30:00Z'),
  executeOn: '2026-12-07',
  transfers: [transfer],
};

type Format = Parameters<typeof buildBankFile>[0];
const build = (transfers: readonly Transfer[], format: Format = 'pain.001.001.09', change: object = {}) =>
  buildBankFile(format, { ...payer, ...change }, 'Europe/Lisbon', { ...file, transfers });

async function listErrors(contents: string, format: Format = 'pain.001.001.09'): Promise<string[]> {
  const schema = await readFile(join(SCHEMAS, `${format}.xsd`), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents }],
    schema: [{ fileName: 'schema.xsd', contents: schema }],
  });
  return errors.map(({ message }) => message);
}

test.each(['Atlantic/Azores', 'UTC', 'Pacific/Auckland'])(
  'the bank file has the days of the operator where the process runs in %s',
  async (processZone) => {
    vi.stubEnv('TZ', processZone);
    const xml = await build([transfer]);
    expect(xml).toContain('<ReqdExctnDt><Dt>2026-12-07</Dt></ReqdExctnDt>');
    expect(xml).toContain('<CreDtTm>2026-12-05T00:30:00</CreDtTm>');
    expect(xml).toContain('<Nm>Rita</Nm>');
  },
);

test('it has structured addresses, and the BIC as this version names it', async () => {
  const xml = await build([transfer], 'pain.001.001.09', { bic: 'CGDIPTPL' });
  expect(xml).toContain(
    '<Cdtr><Nm>Rita</Nm><PstlAdr><StrtNm>Cais do Sodre, 12</StrtNm><PstCd>1200-450</PstCd>' +
      '<TwnNm>Lisboa</TwnNm><Ctry>PT</Ctry></PstlAdr></Cdtr>',
  );
  expect(xml).toContain('<DbtrAgt><FinInstnId><BICFI>CGDIPTPL</BICFI></FinInstnId></DbtrAgt>');
  expect(await listErrors(xml)).toEqual([]);
  const withoutCity = await build([{ ...transfer, address: { ...transfer.address, city: null } }]);
  expect(withoutCity).toContain('<Cdtr><Nm>Rita</Nm></Cdtr>');
});

test('an installation may keep the older version', async () => {
  const xml = await build([transfer], 'pain.001.001.03', { bic: 'CGDIPTPL' });
  expect(xml).toContain('<ReqdExctnDt>2026-12-07</ReqdExctnDt>');
  expect(xml).toContain('<BIC>CGDIPTPL</BIC>');
  expect(await listErrors(xml, 'pain.001.001.03')).toEqual([]);
});

describe('whatever people are called', () => {
  test.each(['pain.001.001.09', 'pain.001.001.03'] as const)('the file is valid, %s', async (format) => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const transfers = fc.sample(
      fc.record({
        cents: fc.integer({ min: 1, max: 99_999_999_999 }),
        holder: text,
        street: text,
        postCode: fc.option(text),
        city: fc.option(text),
        country: fc.constantFrom('PT', 'GR', 'RS'),
      }),
      { numRuns: 300, seed: 7 },
    );
    const xml = await build(
      transfers.map(({ cents, holder, ...address }, index) => ({
        ...transfer,
        payoutId: index + 1,
        cents,
        holder,
        address,
      })),
      format,
      { name: 'Пекарня <«&»> Ñandú', city: '/Évora/' },
    );
    expect(await listErrors(xml, format)).toEqual([]);
    expect(xml).not.toMatch(/[^\x20-\x7e]/);
  });
});

test('the description of the file is one that can be failed', async () => {
  const xml = await build([transfer, { ...transfer, payoutId: 2 }]);
  expect(await listErrors(xml)).toEqual([]);
  for (const [from, to] of [
    ['<MsgId>', '<MsgId><Nm>x</Nm>'],
    ['WOPACK-P2', 'WOPACK-P1'],
    ['<Nm>Rita</Nm>', '<Nm>//Rita</Nm>'],
    ['<Nm>Rita</Nm>', '<Nm>Rita/</Nm>'],
    ['<Nm>Rita</Nm>', `<Nm>${'R'.repeat(71)}</Nm>`],
    ['<Nm>Rita</Nm>', '<Nm>Ríta</Nm>'],
    ['<PstCd>1100-053</PstCd><TwnNm>Lisboa</TwnNm>', '<TwnNm>Lisboa</TwnNm><PstCd>1100-053</PstCd>'],
    ['12.34', '12.345'],
    ['12.34', '0.00'],
    ['<ChrgBr>SLEV</ChrgBr>', ''],
    ['<Dt>2026-12-07</Dt>', '2026-12-07'],
  ] as const) {
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    expect(await listErrors(changed), to).not.toEqual([]);
  }
});

test('the sums are exact', async () => {
  const xml = await build(
    Array.from({ length: 1000 }, (_, index) => ({ ...transfer, payoutId: index, cents: 1001 })),
  );
  expect(xml.match(/<NbOfTxs>1000<\/NbOfTxs><CtrlSum>10010\.00<\/CtrlSum>/g)).toHaveLength(2);
});

test('other work has its turn while a long file is written', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await build(Array.from({ length: 5000 }, (_, index) => ({ ...transfer, payoutId: index })));
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(20);
});
