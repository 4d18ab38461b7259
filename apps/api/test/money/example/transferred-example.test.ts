import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type MovementKind } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconciliationSources } from '../../../src/app.ts';
import { checkLedger } from '../../../src/modules/ledger/index.ts';
import { expectApiError } from '../../support/builders.ts';
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

describe.each(payees)('the transactions of %s', (payee) => {
  const role = getRole(payee);
  type Filter = { role?: 'seller' | 'partner'; kind?: MovementKind; from?: string; to?: string };
  async function listAll(filter: Filter, limit = 50) {
    const rows = [];
    let cursor: string | null = null;
    let sums = null;
    do {
      const query = { ...filter, limit, ...(cursor && { cursor }) };
      const page: Reply<'listTransactions'> = await users[payee].call('listTransactions', { query });
      rows.push(...page.data);
      sums ??= page.sums;
      cursor = page.next_cursor;
    } while (cursor);
    return { rows, sums: sums! };
  }
  async function readFile(query: Filter) {
    const file = await (await users[payee].call('exportTransactions', { query })).text();
    return file
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(5));
  }

  test('add up in both balances, line by line, to what the ledger has', async () => {
    const { rows, sums } = await listAll({ role });
    const before = { owed: 0, held: 0 };
    for (const { kind, amount_cents: cents, balances } of rows.toReversed()) {
      const isPayout = kind === 'provider_payout';
      before.owed += isPayout ? 0 : cents;
      before.held += isPayout ? cents : kind === 'transfer' || kind === 'transfer_reversal' ? -cents : 0;
      expect(balances).toMatchObject({ owed_cents: before.owed, at_provider_cents: before.held });
    }
    const [owed, held] = await Promise.all(
      ([role, `${role}_at_provider`] as const).map(
        async (kind) => -((await findBalance(api.db, { kind, userId: users[payee].id })) ?? 0) || 0,
      ),
    );
    expect(before).toEqual({ owed, held });
    expect(sums.balances).toEqual({ owed_change_cents: owed, at_provider_change_cents: held });
    expect(rows.some(({ kind }) => kind === 'provider_payout')).toBe(true);
  });

  test('are the same on pages of any length, in all roles, and in the file', async () => {
    const { rows } = await listAll({ role });
    expect((await listAll({ role }, 1)).rows).toEqual(rows);
    expect((await listAll({}, 2)).rows).toEqual(rows);
    expect(await readFile({ role })).toEqual([
      ['"Amount"', '"Owed by WoPack"', '"Held by the payment provider"'],
      ...rows.map(({ amount_cents, balances }) =>
        [amount_cents, balances!.owed_cents, balances!.at_provider_cents].map(formatEuros),
      ),
    ]);
  });

  test('of a kind or period have their balances, and the sums of both changes', async () => {
    const { rows } = await listAll({ role });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    for (const filter of [
      ...kinds.map((kind) => ({ role, kind })),
      { role, to: '2026-11-30' },
      { role, from: '2026-12-01' },
      { role, from: '2026-11-25', to: '2026-12-07' },
      { role, kind: 'transfer' as const, from: '2026-12-01' },
    ]) {
      const filtered = await listAll(filter, 2);
      expect(filtered.rows).toEqual(filtered.rows.map(({ id }) => byId.get(id)));
      const changes = filtered.rows.map(({ balances }) => balances!);
      expect(filtered.sums.balances).toEqual({
        owed_change_cents: add(changes.map((change) => change.owed_change_cents)),
        at_provider_change_cents: add(changes.map((change) => change.at_provider_change_cents)),
      });
      expect((await readFile(filter)).length).toBe(filtered.rows.length + 1);
    }
  });
});

test('a role that the user does not have is an empty list and file, and a buyer has no balances', async () => {
  for (const role of ['seller', 'partner'] as const) {
    const query = { role };
    const { data, sums } = await users.Marta.call('listTransactions', { query });
    expect([data, sums]).toEqual([[], { count: 0, in_cents: 0, out_cents: 0 }]);
    const file = await (await users.Marta.call('exportTransactions', { query })).text();
    expect(file.trim()).toBe('"Date and time","Role","What","Order","Pack","Amount"');
  }
  const { data } = await users.Marta.call('listTransactions');
  expect(data.map(({ balances }) => balances)).toEqual(data.map(() => undefined));
  const business = { query: { business_id: users.Bento.id } };
  await expectApiError(users.Aurora.call('exportTransactions', business), 3);
  await expectApiError(users.Aurora.call('listTransactions', business), 3);
});

test('the bank file pays nothing of it, and the ledger agrees with the records', async () => {
  expect(await api.db.selectFrom('payouts').select('id').execute()).toEqual([]);
  expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
});
