import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { LedgerAccount } from './accounts.ts';
import { compareLedger, formatDifference } from './check-ledger.ts';
import { closeLedgerMonths } from './close-months.ts';
import { postTransaction } from './index.ts';
import { getBalances, getBalancesSinceClosing } from './ledger.queries.ts';

const api = useTestApp();
const DAY_MS = 86_400_000;
let noteCount = 0;

const post = (from: LedgerAccount, to: LedgerAccount, amountCents: number) =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `posting ${++noteCount}`,
      entries: [
        { account: from, amountCents: -amountCents },
        { account: to, amountCents },
      ],
      now: api.clock.now(),
    }),
  );

const readClosedMonths = async () =>
  (
    await sql<{ month: string }>`select month from ledger_closed_months order by month`.execute(api.db)
  ).rows.map(({ month }) => month.slice(0, 7));

const countRows = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(api.db)).rows[0]!.n;

/** Balances that are not zero, by account. */
const readBalances = async (read: typeof getBalances) =>
  (await read(api.db))
    .filter(({ cents }) => cents !== 0)
    .map(({ account_kind, user_id, cents }) => `${account_kind} ${user_id} ${cents}`)
    .sort();

const account = fc.constantFrom<LedgerAccount['kind']>(
  'provider',
  'commission',
  'disputes',
  'vat',
  'payouts',
  'bank',
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ from: account, to: account, cents: fc.integer({ min: 1, max: 2_000_000_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.constant('close' as const) },
);

test('closed months and the entries since are, to the cent, the sum of all entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const one of steps) {
        if (one === 'close') await closeLedgerMonths(api.context);
        else if ('days' in one) api.clock.advance(one.days * DAY_MS);
        else if (one.from !== one.to)
          await post({ kind: one.from } as LedgerAccount, { kind: one.to } as LedgerAccount, one.cents);
        expect(await readBalances(getBalancesSinceClosing)).toEqual(await readBalances(getBalances));
      }
      // Nothing was posted without a record behind it but the adjustments, so the closed sums alone are looked at.
      const { differences } = await compareLedger(api.context, [], { isComplete: true });
      expect(differences.filter(({ account: name }) => name.includes(' in '))).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect((await readClosedMonths()).length).toBeGreaterThan(2);
});

test('a month is closed a day after its end in the time zone of the operator, once, and every month in between', async () => {
  api.clock.set('2030-01-10T12:00:00Z');
  await post({ kind: 'bank' }, { kind: 'vat' }, 5);
  await closeLedgerMonths(api.context);
  api.clock.set('2030-02-01T23:00:00Z');
  await closeLedgerMonths(api.context);
  expect((await readClosedMonths()).at(-1)).toBe('2029-12');
  api.clock.set('2030-02-02T00:30:00Z');
  expect(await closeLedgerMonths(api.context)).toBe(true);
  expect(await closeLedgerMonths(api.context)).toBe(false);
  expect((await readClosedMonths()).at(-1)).toBe('2030-01');
  api.clock.set('2030-06-15T00:00:00Z');
  await closeLedgerMonths(api.context);
  expect((await readClosedMonths()).slice(-5)).toEqual([
    '2030-01',
    '2030-02',
    '2030-03',
    '2030-04',
    '2030-05',
  ]);
});

test('nothing is added to a closed month, and nothing of it is changed or deleted', async () => {
  api.clock.set('2031-01-10T12:00:00Z');
  await post({ kind: 'bank' }, { kind: 'vat' }, 7);
  api.clock.set('2031-02-10T12:00:00Z');
  await closeLedgerMonths(api.context);
  const addToClosed = sql`insert into ledger_entries (transaction_id, account_id, amount_cents)
    select (select max(last_transaction_id) from ledger_closed_months), id, cents
    from ledger_accounts, (values (1), (-1)) as entry (cents) where account_kind = 'vat'`;
  await expect(addToClosed.execute(api.db)).rejects.toThrow(/month of ledger transaction \d+ is closed/);
  for (const table of ['ledger_closed_months', 'ledger_closed_balances']) {
    expect(await countRows(table)).toBeGreaterThan(0);
    for (const change of [sql`delete from`, sql`truncate`])
      await expect(sql`${change} ${sql.table(table)} cascade`.execute(api.ownerDb)).rejects.toThrow();
  }
  const change = sql`update ledger_closed_balances set amount_cents = amount_cents + 1`;
  await expect(change.execute(api.db)).rejects.toThrow(/permission denied/);
  await expect(change.execute(api.ownerDb)).rejects.toThrow(/append-only/);
});

test('a sum of a closed month that is not that of its entries is named by the complete check', async () => {
  await api.ownerDb.transaction().execute(async (trx) => {
    await sql`alter table ledger_closed_balances disable trigger ledger_closed_balances_append_only`.execute(
      trx,
    );
    await sql`update ledger_closed_balances set amount_cents = amount_cents + 1
      where month = '2031-01-01' and account_id = (select id from ledger_accounts where account_kind = 'vat')`.execute(
      trx,
    );
    await sql`alter table ledger_closed_balances enable always trigger ledger_closed_balances_append_only`.execute(
      trx,
    );
  });
  const { differences } = await compareLedger(api.context, [], { isComplete: true });
  expect(differences.map(formatDifference)).toContain('vat in 2031-01 holds 0.08, should hold 0.07');
});
