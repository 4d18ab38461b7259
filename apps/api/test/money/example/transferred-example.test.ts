import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@wopack/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconciliationSources } from '../../../src/app.ts';
import { checkLedger } from '../../../src/modules/ledger/index.ts';
import { findBalance } from '../../support/consistency.ts';
import { useTestApp } from '../../support/test-app.ts';
import { type ExampleUsers, runExample } from './run-example.ts';

/** The two months of docs/worked-example.md with `PAYOUT_WAY=stripe_connect`: what it says of them, on screens and in files. */
const api = useTestApp();
let documentText = '';
let users: ExampleUsers;

beforeAll(async () => {
  documentText = await readFile(join(import.meta.dirname, '../../../../../docs/worked-example.md'), 'utf8');
  users = await runExample(api, 'stripe_connect');
}, 300_000);

const formatEuros = (cents: number) => (cents / 100).toFixed(2);
const add = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

const KIND_NAMES: Record<string, string> = {
  sale: 'Sales',
  reversal: 'Taken back',
  partial_refund: 'Partial refunds',
  share: 'Shares',
  transfer: 'Transferred',
  transfer_reversal: 'Transfers taken back',
};

type ExamplePayee = 'Aurora' | 'Bento' | 'Paula' | 'Quim';
const payees: ExamplePayee[] = ['Aurora', 'Bento', 'Paula', 'Quim'];
const getRole = (payee: ExamplePayee): 'seller' | 'partner' =>
  payee === 'Aurora' || payee === 'Bento' ? 'seller' : 'partner';

const listPayouts = ({ id }: { id: number }) =>
  api.db
    .selectFrom('provider_payouts')
    .select(['seller_cents', 'partner_cents', 'status'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

const CASES = payees.flatMap((payee) => [[payee, '2026-11'] as const, [payee, '2026-12'] as const]);

test('a month in which nothing moved has no statement', async () => {
  const { data } = await users.Aurora.call('listStatements');
  expect(data.map(({ month }) => month)).toEqual(['2026-11']);
});

describe.each(CASES.filter(([payee, month]) => payee !== 'Aurora' || month === '2026-11'))(
  '%s, %s',
  (payee, month) => {
    async function loadStatement() {
      const { data } = await users[payee].call('listStatements');
      const { id } = data.find((statement) => statement.month === month)!;
      return (await users[payee].call('getStatement', { params: { id } })).data;
    }

    test('the statement has what the document says, and its lines add up', async () => {
      const { opening_cents, closing_cents, sums, lines } = await loadStatement();
      const rows = [
        ['Carried over', opening_cents] as const,
        ...sums.map(
          ({ kind, count, amount_cents }) => [`${KIND_NAMES[kind]} × ${count}`, amount_cents] as const,
        ),
        ['Balance', closing_cents] as const,
      ];
      const table = [
        '|  | euros |',
        '|---|---:|',
        ...rows.map(([name, cents]) => `| ${name} | ${formatEuros(cents)} |`),
      ];
      expect(documentText).toContain(`### With transfers: ${payee}, ${month}\n\n${table.join('\n')}\n`);
      expect(add([opening_cents, ...lines.map(({ amount_cents }) => amount_cents)])).toBe(closing_cents);
    });

    test('its CSV and PDF files have the same amounts', async () => {
      const { id, opening_cents, closing_cents, lines } = await loadStatement();
      const download = (url: string) =>
        api.app.inject({
          url: url.replace('{id}', String(id)),
          headers: { authorization: `Bearer ${users[payee].token}` },
        });
      const csv = (await download(endpoints.exportStatementCsv.path)).body.trim().split('\r\n').slice(1);
      expect(csv.map((line) => line.split(',').at(-1))).toEqual(
        [opening_cents, ...lines.map(({ amount_cents }) => amount_cents), closing_cents].map(formatEuros),
      );
      const pdf = await download(endpoints.exportStatementPdf.path);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
        mergePages: true,
      });
      for (const cents of [opening_cents, closing_cents, ...lines.map(({ amount_cents }) => amount_cents)])
        expect(text).toContain(`${cents < 0 ? '-' : ''}€${formatEuros(Math.abs(cents))}`);
    });
  },
);

test.each(payees)('%s has in the bank, at the provider and with WoPack what was earned', async (payee) => {
  const { id: userId } = users[payee];
  const role = getRole(payee);
  const { data } = await users[payee].call('listTransactions', { query: { role } });
  const earned = add(
    data
      .filter(({ kind }) => !['transfer', 'transfer_reversal', 'provider_payout'].includes(kind))
      .map(({ amount_cents }) => amount_cents),
  );
  const paid = add(
    (await listPayouts(users[payee])).map((payout) => payout.seller_cents + payout.partner_cents),
  );
  const balances = [role, `${role}_at_provider` as const] as const;
  const [owed, held] = await Promise.all(
    balances.map(async (kind) => -((await findBalance(api.db, { kind, userId })) ?? 0)),
  );
  const row = [earned, paid, held!, owed!].map(formatEuros).join(' | ');
  expect(documentText).toContain(`| ${payee} | ${row} |`);
  expect(paid + held! + owed!).toBe(earned);
});

test('the bank file pays nothing of it, and the ledger agrees with the records', async () => {
  expect(await api.db.selectFrom('payouts').select('id').execute()).toEqual([]);
  expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
});
