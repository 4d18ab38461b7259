import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@wopack/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reconciliationSources } from '../src/app.ts';
import { checkLedger } from '../src/modules/ledger/index.ts';
import { findPayoutRun, listPayoutsOfRun } from '../src/modules/ledger/payouts/payouts.queries.ts';
import { liveExample, type People } from './example/live.ts';
import { IBAN, IBAN_DE } from './money.ts';
import { useTestApp } from './test-app.ts';

/** docs/worked-example.md, lived through: every number there is looked for where people see it. */
const api = useTestApp();
let doc = '';

type Who = 'Aurora' | 'Bento' | 'Paula' | 'Quim';
let people: People;

const euros = (cents: number) => (cents / 100).toFixed(2);
const table = (rows: [string, number][], head = '') =>
  [`| ${head} | euros |`, '|---|---:|', ...rows.map(([name, cents]) => `| ${name} | ${euros(cents)} |`)].join(
    '\n',
  );

async function statement(who: Who, month: string) {
  const { data } = await people[who].call('listStatements');
  const found = data.find((one) => one.month === month)!;
  return (await people[who].call('getStatement', { params: { id: found.id } })).data;
}

const names = {
  sale: 'Sales',
  reversal: 'Taken back',
  partial_refund: 'Partial refunds',
  share: 'Shares',
  payout: 'Payouts',
} as Record<string, string>;

beforeAll(async () => {
  doc = await readFile(join(import.meta.dirname, '../../../docs/worked-example.md'), 'utf8');
  people = await liveExample(api);
}, 60_000);

const cases: [Who, string][] = [
  ['Aurora', '2026-11'],
  ['Bento', '2026-11'],
  ['Paula', '2026-11'],
  ['Quim', '2026-11'],
  ['Aurora', '2026-12'],
  ['Bento', '2026-12'],
  ['Paula', '2026-12'],
  ['Quim', '2026-12'],
];

describe.each(cases)('%s, %s', (who, month) => {
  test('the statement says what the example says', async () => {
    const { number, role, opening_cents, closing_cents, sums, ...vat } = await statement(who, month);
    const rows: [string, number][] = [
      ['Carried over', opening_cents],
      ...sums.map(({ kind, count, amount_cents }): [string, number] => [
        `${names[kind]} × ${count}`,
        amount_cents,
      ]),
      ['Balance', closing_cents],
    ];
    if (role === 'seller') {
      rows.push(['Commission', vat.commission_cents], ['of it VAT', vat.vat_cents]);
    }
    expect(doc).toContain(`### ${who}, ${month}: ${number}\n\n${table(rows)}\n`);
  });

  test('so do its file and its document', async () => {
    const { id, lines, opening_cents, closing_cents } = await statement(who, month);
    const token = people[who].token;
    const get = (url: string) =>
      api.app.inject({ url: url.replace('{id}', String(id)), headers: { authorization: `Bearer ${token}` } });
    const csv = (await get(endpoints.exportStatementCsv.path)).body.trim().split('\r\n');
    const amounts = csv.slice(1).map((line) => line.split(',').at(-1));
    expect(amounts).toEqual([
      euros(opening_cents),
      ...lines.map(({ amount_cents }) => euros(amount_cents)),
      euros(closing_cents),
    ]);
    expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, opening_cents)).toBe(closing_cents);

    const pdf = await get(endpoints.exportStatementPdf.path);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
      mergePages: true,
    });
    const shown = (cents: number) => `${cents < 0 ? '-' : ''}€${euros(Math.abs(cents))}`;
    for (const cents of [opening_cents, closing_cents, ...lines.map(({ amount_cents }) => amount_cents)])
      expect(text).toContain(shown(cents));
    expect(text).toContain(who === 'Bento' ? 'Бенто & Filhos, Lda.' : 'Aurora Panificação, Lda.');
  });
});

describe.each([
  [1, '5 December 2026'],
  [2, '5 January 2027'],
])('payout run %d', (runId, day) => {
  const fileOf = async () => (await findPayoutRun(api.db, runId))!.file!;

  test('pays what the example says', async () => {
    const paid = await listPayoutsOfRun(api.db, runId);
    const whose = (id: number) => Object.entries(people).find(([, one]) => one.id === id)![0];
    const rows = paid.map(({ user_id, amount_cents }): [string, number] => [whose(user_id), amount_cents]);
    rows.push(['In all', paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]);
    expect(doc).toContain(`### Paid out on ${day}\n\n${table(rows)}\n`);
    const file = await fileOf();
    const inFile = [...file.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(inFile).toEqual(paid.map(({ amount_cents }) => euros(amount_cents)));
    expect(file).toContain(`<CtrlSum>${euros(rows.at(-1)![1])}</CtrlSum>`);
    for (const { iban } of paid) expect(file).toContain(`<IBAN>${iban}</IBAN>`);
    expect(paid.some(({ iban }) => iban === (runId === 1 ? IBAN : IBAN_DE).replaceAll(' ', ''))).toBe(true);
  });

  test('its file is a valid ISO 20022 credit transfer', async () => {
    const schema = await readFile(join(import.meta.dirname, 'iso20022/pain.001.001.03.xsd'), 'utf8');
    const valid = (contents: string) =>
      validateXML({
        xml: [{ fileName: 'file.xml', contents }],
        schema: [{ fileName: 'schema.xsd', contents: schema }],
      });
    const file = await fileOf();
    expect((await valid(file)).errors).toEqual([]);
    // A test that cannot fail proves nothing.
    expect((await valid(file.replace('<MsgId>', '<MsgId><Nm>x</Nm>'))).valid).toBe(false);
    expect(file).not.toMatch(/[^\x20-\x7e]/);
  });
});

test('and the book agrees with all of it', async () => {
  expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
});
