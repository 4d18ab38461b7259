import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@wopack/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reconciliationSources } from '../../../src/app.ts';
import { checkLedger } from '../../../src/modules/ledger/index.ts';
import { findPayoutRun, listPayoutsOfRun } from '../../../src/modules/ledger/payouts/payouts.queries.ts';
import { IBAN, IBAN_DE } from '../../support/builders.ts';
import { useTestApp } from '../../support/test-app.ts';
import { type ExampleUsers, runExample } from './run-example.ts';

/** Checks every number of docs/worked-example.md in the API replies and files. */
const api = useTestApp();
let documentText = '';

type ExamplePayee = 'Aurora' | 'Bento' | 'Paula' | 'Quim';
let users: ExampleUsers;

const formatEuros = (cents: number) => (cents / 100).toFixed(2);
const formatTable = (rows: [string, number][], header = '') =>
  [
    `| ${header} | euros |`,
    '|---|---:|',
    ...rows.map(([name, cents]) => `| ${name} | ${formatEuros(cents)} |`),
  ].join('\n');

async function loadStatement(payee: ExamplePayee, month: string) {
  const { data } = await users[payee].call('listStatements');
  const summary = data.find((item) => item.month === month)!;
  return (await users[payee].call('getStatement', { params: { id: summary.id } })).data;
}

const KIND_NAMES = {
  sale: 'Sales',
  reversal: 'Taken back',
  partial_refund: 'Partial refunds',
  share: 'Shares',
  payout: 'Payouts',
} as Record<string, string>;

beforeAll(async () => {
  documentText = await readFile(join(import.meta.dirname, '../../../../../docs/worked-example.md'), 'utf8');
  users = await runExample(api);
}, 300_000);

const CASES: [ExamplePayee, string][] = [
  ['Aurora', '2026-11'],
  ['Bento', '2026-11'],
  ['Paula', '2026-11'],
  ['Quim', '2026-11'],
  ['Aurora', '2026-12'],
  ['Bento', '2026-12'],
  ['Paula', '2026-12'],
  ['Quim', '2026-12'],
];

describe.each(CASES)('%s, %s', (payee, month) => {
  test('the statement matches the example', async () => {
    const { number, role, opening_cents, closing_cents, sums, ...vat } = await loadStatement(payee, month);
    const rows: [string, number][] = [
      ['Carried over', opening_cents],
      ...sums.map(({ kind, count, amount_cents }): [string, number] => [
        `${KIND_NAMES[kind]} × ${count}`,
        amount_cents,
      ]),
      ['Balance', closing_cents],
    ];
    if (role === 'seller') {
      rows.push(['Commission', vat.commission_cents], ['of it VAT', vat.vat_cents]);
    }
    const { data: list } = await users[payee].call('listStatements');
    const isPayout = (kind: string) => kind === 'payout' || kind === 'payout_returned';
    expect(list.find((statement) => statement.number === number)!.month_cents).toBe(
      sums.reduce((sum, { kind, amount_cents }) => (isPayout(kind) ? sum : sum + amount_cents), 0),
    );
    expect(documentText).toContain(`### ${payee}, ${month}: ${number}\n\n${formatTable(rows)}\n`);
  });

  test('its CSV and PDF files match too', async () => {
    const { id, lines, opening_cents, closing_cents } = await loadStatement(payee, month);
    const token = users[payee].token;
    const download = (url: string) =>
      api.app.inject({ url: url.replace('{id}', String(id)), headers: { authorization: `Bearer ${token}` } });
    const csvLines = (await download(endpoints.exportStatementCsv.path)).body.trim().split('\r\n');
    const amounts = csvLines.slice(1).map((line) => line.split(',').at(-1));
    expect(amounts).toEqual([
      formatEuros(opening_cents),
      ...lines.map(({ amount_cents }) => formatEuros(amount_cents)),
      formatEuros(closing_cents),
    ]);
    expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, opening_cents)).toBe(closing_cents);

    const pdf = await download(endpoints.exportStatementPdf.path);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
      mergePages: true,
    });
    const formatShown = (cents: number) => `${cents < 0 ? '-' : ''}€${formatEuros(Math.abs(cents))}`;
    for (const cents of [opening_cents, closing_cents, ...lines.map(({ amount_cents }) => amount_cents)])
      expect(text).toContain(formatShown(cents));
    expect(text).toContain(payee === 'Bento' ? 'Бенто & Filhos, Lda.' : 'Aurora Panificação, Lda.');
  });
});

describe.each([
  [1, '5 December 2026'],
  [2, '5 January 2027'],
])('payout run %d', (runId, day) => {
  const loadRunFile = async () => (await findPayoutRun(api.db, runId))!.file!;

  test('pays the amounts of the example', async () => {
    const payouts = await listPayoutsOfRun(api.db, runId);
    const findName = (id: number) => Object.entries(users).find(([, item]) => item.id === id)![0];
    const rows = payouts.map(({ user_id, amount_cents }): [string, number] => [
      findName(user_id),
      amount_cents,
    ]);
    rows.push(['In all', payouts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]);
    expect(documentText).toContain(`### Paid out on ${day}\n\n${formatTable(rows)}\n`);
    const file = await loadRunFile();
    const amountsInFile = [...file.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(amountsInFile).toEqual(payouts.map(({ amount_cents }) => formatEuros(amount_cents)));
    expect(file).toContain(`<CtrlSum>${formatEuros(rows.at(-1)![1])}</CtrlSum>`);
    for (const { iban } of payouts) expect(file).toContain(`<IBAN>${iban}</IBAN>`);
    expect(payouts.some(({ iban }) => iban === (runId === 1 ? IBAN : IBAN_DE).replaceAll(' ', ''))).toBe(
      true,
    );
  });

  test('its file is a valid ISO 20022 credit transfer', async () => {
    const schema = await readFile(join(import.meta.dirname, 'iso20022/pain.001.001.09.xsd'), 'utf8');
    const validate = (contents: string) =>
      validateXML({
        xml: [{ fileName: 'file.xml', contents }],
        schema: [{ fileName: 'schema.xsd', contents: schema }],
      });
    const file = await loadRunFile();
    expect((await validate(file)).errors).toEqual([]);
    // Proves that the validation can fail.
    expect((await validate(file.replace('<MsgId>', '<MsgId><Nm>x</Nm>'))).valid).toBe(false);
    expect(file).not.toMatch(/[^\x20-\x7e]/);
  });
});

test('the ledger agrees with the records', async () => {
  expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
});
