import type { MovementKind } from '@wopack/contract';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../support/builders.ts';
import { findBalance } from '../../support/consistency.ts';
import { createTestOperator } from '../../support/operators.ts';
import { useTestApp } from '../../support/test-app.ts';
import { type ExampleUsers, runExample } from './run-example.ts';

/**
 * The two months of docs/worked-example.md under each way of paying: what a payee has is the same amount on every page, in
 * every list of the console and in every file, to the cent.
 */
const PAYEES = [
  ['Aurora', 'seller'],
  ['Bento', 'seller'],
  ['Paula', 'partner'],
  ['Quim', 'partner'],
] as const;

const add = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);
const toCents = (euros: string): number => Math.round(Number(euros) * 100);
type Row = Record<string, string>;
const readCsv = (text: string): Row[] => parse(text, { columns: true, bom: true });

/** That all sources have one amount, which is returned. */
function expectAgreement(sources: Record<string, number>): number {
  const [first] = Object.values(sources);
  expect(sources).toEqual(Object.fromEntries(Object.keys(sources).map((name) => [name, first])));
  return first!;
}

describe.each(['bank_file', 'stripe_connect'] as const)('paid by %s', (way) => {
  const api = useTestApp();
  const isTransferred = way === 'stripe_connect';
  let users: ExampleUsers;
  let finance: TestUser;
  beforeAll(async () => {
    users = await runExample(api, way);
    finance = await createTestOperator(api, 'finance');
  }, 60_000);

  const download = async (file: Promise<Blob>) => (await file).text();
  async function loadMoney(payee: (typeof PAYEES)[number][0], role: 'seller' | 'partner') {
    const { id, call } = users[payee];
    const query = { role };
    const page = await call('listTransactions', { query: { ...query, limit: 50 } });
    expect(page.next_cursor).toBeNull();
    const file = readCsv(await download(call('exportTransactions', { query })));
    const details = (await call('getPayoutDetails')).data.accounts.find((account) => account.role === role);
    const statements = await Promise.all(
      (await call('listStatements')).data.map(
        async (summary) => (await call('getStatement', { params: { id: summary.id } })).data,
      ),
    );
    return {
      ...{ id, call, page, file, details },
      statements: statements.toSorted((a, b) => a.month.localeCompare(b.month)),
      ofProvider: (await call('listTransfers')).data,
      sumOf: (...kinds: MovementKind[]) =>
        add(page.data.filter(({ kind }) => kinds.includes(kind)).map(({ amount_cents }) => amount_cents)),
    };
  }

  const MOVES: readonly MovementKind[] = [
    ...(['payout', 'payout_returned', 'transfer', 'transfer_reversal', 'provider_payout'] as const),
  ];

  test.each(PAYEES)('what %s earned', async (payee, role) => {
    const { id, page, file, statements } = await loadMoney(payee, role);
    const { sums } = await finance.call('listLedgerEntries', { query: { user_id: id, account: role } });
    const moved = await Promise.all(
      (['payout', 'payout_returned', 'transfer', 'transfer_reversal'] as const).map(
        async (kind) =>
          (await finance.call('listLedgerEntries', { query: { user_id: id, account: role, kind } })).sums,
      ),
    );
    const credit = (side: typeof sums) => side!.credit_cents - side!.debit_cents;
    expectAgreement({
      page: add(
        page.data.filter(({ kind }) => !MOVES.includes(kind)).map(({ amount_cents }) => amount_cents),
      ),
      file: add(
        file
          .filter((_line, index) => !MOVES.includes(page.data[index]!.kind))
          .map((line) => toCents(line.Amount!)),
      ),
      statements: add(
        statements.flatMap(({ lines }) =>
          lines.filter(({ kind }) => !MOVES.includes(kind)).map(({ amount_cents }) => amount_cents),
        ),
      ),
      console: credit(sums) - add(moved.map(credit)),
    });
  });

  test.each(PAYEES)('what WoPack owes %s', async (payee, role) => {
    const { id, page, file, details, ofProvider, statements } = await loadMoney(payee, role);
    const query = { user_id: id, account: role };
    const { sums } = await finance.call('listLedgerEntries', { query });
    const entries = readCsv(await download(finance.call('exportLedgerEntries', { query })));
    const { items } = await finance.call('listAdminStatements', { query: { user_id: id, role } });
    // What counts from next month on is on no statement.
    const later = page.data.filter(({ counts_from }) => counts_from >= '2027-01-01');
    expectAgreement({
      ledger: 0 - ((await findBalance(api.db, { kind: role, userId: id })) ?? 0),
      page: isTransferred
        ? page.data[0]!.balances!.owed_cents
        : add(page.data.map(({ amount_cents }) => amount_cents)),
      sums: isTransferred
        ? page.sums!.balances!.owed_change_cents
        : page.sums!.in_cents - page.sums!.out_cents,
      file: isTransferred
        ? toCents(file[0]!['Owed by WoPack']!)
        : add(file.map(({ Amount }) => toCents(Amount!))),
      payouts: (details?.balance_cents ?? 0) + ofProvider.pending_cents,
      console: sums!.credit_cents - sums!.debit_cents,
      consoleFile: 0 - add(entries.map((entry) => toCents(entry.amount_eur!))),
      consoleStatements: items[0]!.closing_cents + add(later.map(({ amount_cents }) => amount_cents)),
      statements: statements.at(-1)!.closing_cents + add(later.map(({ amount_cents }) => amount_cents)),
    });
  });

  test.each(PAYEES)('what %s has in the bank', async (payee, role) => {
    const { id, page, sumOf, ofProvider } = await loadMoney(payee, role);
    if (!isTransferred) {
      const runs = await Promise.all(
        (await finance.call('listPayoutRuns', { query: {} })).items.map(async ({ id: runId }) => ({
          run: (await finance.call('getPayoutRun', { params: { id: runId } })).data,
          file: await download(finance.call('exportPayoutFile', { params: { id: runId } })),
        })),
      );
      const own = runs.flatMap(({ run, file }) =>
        run.items
          .filter((payout) => payout.user_id === id && payout.role === role)
          .map((payout) => ({ ...payout, file })),
      );
      for (const { amount_cents: cents, file } of own)
        expect(file).toContain(`<InstdAmt Ccy="EUR">${(cents / 100).toFixed(2)}<`);
      expectAgreement({
        page: 0 - sumOf('payout', 'payout_returned'),
        console: add(own.map((payout) => payout.amount_cents)),
      });
      return;
    }
    const query = { user_id: id };
    const { sums } = await finance.call('listAdminProviderPayouts', { query });
    const file = readCsv(await download(finance.call('exportAdminProviderPayouts', { query })));
    const column = role === 'seller' ? 'seller_eur' : 'partner_eur';
    const paid = expectAgreement({
      page: 0 - sumOf('provider_payout'),
      console: role === 'seller' ? sums!.seller_cents : sums!.partner_cents,
      consoleFile: add(file.map((row) => toCents(row[column]!))),
    });
    const transferred = async (kind: 'transfer' | 'reversal') =>
      (await finance.call('listAdminTransfers', { query: { ...query, kind, state: 'made' } })).sums!
        .amount_cents;
    const moved = expectAgreement({
      page: 0 - sumOf('transfer', 'transfer_reversal'),
      console: (await transferred('transfer')) - (await transferred('reversal')),
    });
    expectAgreement({
      moved: moved - paid,
      page: page.data[0]!.balances!.at_provider_cents,
      payouts: ofProvider.held_cents,
      ledger: 0 - ((await findBalance(api.db, { kind: `${role}_at_provider`, userId: id })) ?? 0),
    });
  });

  test.each(PAYEES)('each statement of %s is one amount on page, list, CSV and PDF', async (payee, role) => {
    const { id, call, statements } = await loadMoney(payee, role);
    const { items } = await finance.call('listAdminStatements', { query: { user_id: id, role } });
    const file = readCsv(
      await download(finance.call('exportAdminStatements', { query: { user_id: id, role } })),
    );
    expect(items).toHaveLength(statements.length);
    for (const statement of statements) {
      const params = { id: statement.id };
      const csv = (await download(call('exportStatementCsv', { params }))).trim().split('\r\n');
      const item = items.find((row) => row.id === statement.id)!;
      const line = file.find((row) => Object.values(row).includes(statement.number))!;
      const closing = expectAgreement({
        page: statement.closing_cents,
        lines: statement.opening_cents + add(statement.lines.map(({ amount_cents }) => amount_cents)),
        sums: statement.opening_cents + add(statement.sums.map(({ amount_cents }) => amount_cents)),
        csv: toCents(csv.at(-1)!.split(',').at(-1)!),
        console: item.closing_cents,
        consoleFile: toCents(line.closing_eur!),
      });
      expectAgreement({ page: statement.commission_cents, console: item.commission_cents });
      const pdf = await (await call('exportStatementPdf', { params })).arrayBuffer();
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
      expect(text).toContain(`${closing < 0 ? '-' : ''}€${(Math.abs(closing) / 100).toFixed(2)}`);
    }
  });
});
