import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import * as tar from 'tar';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../test/support/test-databases.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { listMigrationNames, migrate } from '../platform/db/migrate.ts';
import { beginRestore, commit, connect, createTableWriter, setSequences } from './backup.queries.ts';
import type { BackupManifest } from './backup.ts';

/*
 * Data of 0.2.0, where a seller was a user: afterwards each is the sole owner of one business, which has all of the
 * earnings, statements and payouts, to the cent.
 */

const BACKUP = join(import.meta.dirname, '../../test/fixtures/backup-0.2.0.tar.gz');

/** By the schema of both versions; what was renamed is passed. */
const buildSums = (legalIdentities: string) =>
  ({
    'balance of each account': sql`
      select account.id, account_kind, user_id, coalesce(sum(amount_cents), 0)::text as cents
      from ledger_accounts account left join ledger_entries entry on account_id = account.id
      group by account.id order by account.id`,
    'orders of each seller': sql`
      select seller_id, state, count(*)::text as orders, sum(price_cents)::text as price, sum(commission_cents)::text as commission,
        sum(earning_cents)::text as earning, sum(refunded_cents)::text as refunded
      from orders group by 1, 2 order by 1, 2`,
    'earnings of each seller by the ledger and its orders': sql`
      select seller_id, account.user_id, t.kind, sum(amount_cents)::text as cents
      from ledger_entries join ledger_accounts account on account.id = account_id and account_kind = 'seller'
      join ledger_transactions t on t.id = transaction_id join orders on orders.id = t.order_id
      group by 1, 2, 3 order by 1, 2, 3`,
    'each statement with its lines': sql`
      select id, number, user_id, role, month::text, opening_cents::text, closing_cents::text, commission_cents, vat_cents, party::text,
        (select sum(-amount_cents)::text from statement_entries join ledger_entries entry on entry.id = entry_id
          where statement_id = statements.id) as lines
      from statements order by id`,
    'each payout': sql`
      select id, run_id, user_id, role, statement_id, amount_cents, iban, holder, state from payouts order by id`,
    'payout account of each': sql`
      select user_id, iban, holder, updated_at::text, held_until::text from payout_details order by user_id`,
    'legal and tax identity of each': sql`
      select user_id, legal_name, address, country, vat_number, kind, first_name, last_name, birth_date::text, register_number,
        tax_number, tax_country, post_code, city, verified_at::text
      from ${sql.table(legalIdentities)} order by user_id`,
    'quarters for tax authorities': sql`
      select seller_id, year, quarter, orders, earning_cents::text, fees_cents::text from seller_quarters order by 1, 2, 3`,
    'sale places and ratings of each seller': sql`
      select seller_id, count(*)::text as places, sum(rating_sum)::text as stars, sum(rating_count)::text as ratings
      from sale_places group by 1 order by 1`,
  }) as const;
type SumName = keyof ReturnType<typeof buildSums>;
const SUM_NAMES = Object.keys(buildSums('businesses')) as SumName[];

let folder: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Db;
let sellers: number[];
const before = new Map<SumName, unknown[]>();

async function sum(name: SumName, legalIdentities: string) {
  return (await buildSums(legalIdentities)[name].execute(db)).rows;
}

/** Restores the rows into the schema that they are of. */
async function restoreAsTheyWere(): Promise<void> {
  await tar.extract({ file: BACKUP, cwd: folder });
  const manifest = JSON.parse(await readFile(join(folder, 'wopack.json'), 'utf8')) as BackupManifest;
  await migrate(db, manifest.migrations.at(-1));
  const client = await connect(database.ownerUrl);
  try {
    const turnTriggersOn = await beginRestore(client, manifest.tables);
    for (const table of manifest.tables)
      await pipeline(
        createReadStream(join(folder, 'tables', `${table.name}.copy`)),
        createTableWriter(client, table),
      );
    await setSequences(client, manifest.sequences);
    await turnTriggersOn();
    await commit(client);
  } finally {
    await client.end();
  }
}

/** The demo of the release has no statements: one a month for each seller and partner, and a payout of the last. */
async function settleMonths(): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into statements (issuer, year, number, user_id, role, month, issued_at, issued_by, party, opening_cents, closing_cents,
        commission_cents, vat_percent, vat_cents)
      select 'WoPack', extract(year from month), row_number() over (partition by extract(year from month) order by month, user_id), user_id, account_kind,
        month, month + interval '1 month', '{"name":"WoPack","address":"Lisboa","country":null,"vat_number":""}',
        json_build_object('name', 'Seller ' || user_id, 'address', '', 'country', null, 'vat_number', ''),
        sum(cents) over months - cents, sum(cents) over months, 0, 23, 0
      from (
        select user_id, account_kind, date_trunc('month', t.created_at)::date as month, sum(-amount_cents) as cents
        from ledger_entries join ledger_accounts account on account.id = account_id and account_kind in ('seller', 'partner')
        join ledger_transactions t on t.id = transaction_id
        group by 1, 2, 3) earned
      window months as (partition by user_id, account_kind order by month)`.execute(trx);
    await sql`
      insert into statement_entries (entry_id, statement_id)
      select entry.id, statements.id
      from ledger_entries entry join ledger_accounts account on account.id = account_id and account_kind in ('seller', 'partner')
      join ledger_transactions t on t.id = transaction_id
      join statements on statements.user_id = account.user_id and role = account_kind
        and month = date_trunc('month', t.created_at)::date`.execute(trx);
    await sql`
      with run as (insert into payout_runs (month, created_at, sent_at) values ('2026-11-01', now(), now()) returning id),
      paid as (
        insert into payouts (run_id, user_id, role, statement_id, amount_cents, iban, holder, state, changed_at)
        select run.id, user_id, role, last.id, closing_cents, iban, holder, 'confirmed', now()
        from run, (select distinct on (user_id, role) id, user_id, role, closing_cents from statements order by user_id, role, month desc) last
        join payout_details using (user_id) where closing_cents > 0
        returning id, user_id, role, amount_cents),
      posted as (
        insert into ledger_transactions (kind, created_at, effective_at, payout_id) select 'payout', now(), now(), id from paid returning id, payout_id),
      account as (
        insert into ledger_accounts (account_kind) select 'payouts' where not exists (select from ledger_accounts where account_kind = 'payouts')
        returning id)
      insert into ledger_entries (transaction_id, account_id, amount_cents)
      select posted.id, ledger_accounts.id, amount_cents from posted join paid on paid.id = payout_id
      join ledger_accounts using (user_id) where account_kind = role
      union all
      select posted.id, account.id, -amount_cents from posted join paid on paid.id = payout_id, account`.execute(
      trx,
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-upgrade-test-'));
  database = await createEmptyDatabase(inject('serverUrl'));
  db = openDatabase(database.ownerUrl, 2);
  await restoreAsTheyWere();
  await settleMonths();
  const { rows } = await sql<{ id: number }>`
    select id from users where is_seller or id in (select seller_id from sale_places) order by id`.execute(
    db,
  );
  sellers = rows.map(({ id }) => id);
  for (const name of SUM_NAMES) before.set(name, await sum(name, 'businesses'));
  await migrate(db);
}, 300_000);

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test('all migrations since have run, on what a settled installation has', async () => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map((row) => row.name)).toEqual(await listMigrationNames());
  expect(sellers.length).toBeGreaterThan(5);
  const { 'quarters for tax authorities': _, ...filled } = Object.fromEntries(
    [...before].map(([name, rows]) => [name, rows.length]),
  );
  expect(Math.min(...Object.values(filled))).toBeGreaterThan(5);
});

test.each(SUM_NAMES)('the same to the cent: %s', async (name) => {
  expect(await sum(name, 'legal_identities')).toEqual(before.get(name));
});

test('each seller is the sole owner of one business, with all sale places, and nobody else is a member', async () => {
  const { rows } = await sql`
    select businesses.id, array_agg(user_id) as owners, bool_and(role = 'owner' and has_all_sale_places) as may_all, is_selling
    from businesses left join members on business_id = businesses.id group by businesses.id order by businesses.id`.execute(
    db,
  );
  const expected = await sql<{ id: number; is_seller: boolean }>`
    select id, is_seller from users where id = any (${sellers}::int[]) order by id`.execute(db);
  expect(rows).toEqual(
    expected.rows.map(({ id, is_seller }) => ({ id, owners: [id], may_all: true, is_selling: is_seller })),
  );
});

test('what was earned is that of businesses: each account, statement and payout of a seller has one', async () => {
  const { rows } = await sql<{ source: string; orphans: number; rows: number }>`
    select source, count(*) filter (where businesses.id is null)::int as orphans, count(*)::int as rows from (
      select 'accounts' as source, user_id as id from ledger_accounts where account_kind = 'seller'
      union all select 'statements', user_id from statements where role = 'seller'
      union all select 'payouts', user_id from payouts where role = 'seller'
      union all select 'orders', seller_id from orders
      union all select 'sale places', seller_id from sale_places) stored
    left join businesses using (id) group by source order by source`.execute(db);
  expect(rows.map(({ source, orphans }) => [source, orphans])).toEqual(
    ['accounts', 'orders', 'payouts', 'sale places', 'statements'].map((source) => [source, 0]),
  );
});
