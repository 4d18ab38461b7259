import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import {
  buildMigration,
  listMigrationNames,
  migrate,
  NO_TRANSACTION_MARK,
} from '../../src/platform/db/migrate.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { restoreJobs, startJobs } from '../../src/platform/jobs.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-databases.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function createUrlOfEmptyDatabase(): Promise<string> {
  const { ownerUrl, drop } = await createEmptyDatabase(inject('serverUrl'));
  cleanups.push(drop);
  return ownerUrl;
}

function connect(url: string) {
  const db = openDatabase(url, 4);
  cleanups.push(() => db.destroy());
  return db;
}

test('four processes can migrate an empty database concurrently', async () => {
  const url = await createUrlOfEmptyDatabase();
  const startProcess = async () => {
    await prepareDatabase({ url, ownerUrl: null });
    const db = connect(url);
    const faults: unknown[] = [];
    const jobs = await startJobs(url, (error) => faults.push(error));
    cleanups.push(() => jobs.stop());
    await jobs.work('ledger.check-balances', async () => {});
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'ledger.check-balances', {}));
    const types = await db.selectFrom('product_types').select('id').execute();
    return { types: types.length, faults };
  };
  const processes = await Promise.all([startProcess(), startProcess(), startProcess(), startProcess()]);
  expect(processes).toEqual(Array.from({ length: 4 }, () => ({ types: 7, faults: [] })));
});

test('migrating again changes nothing', async () => {
  const { ownerUrl, drop } = await createTestDatabase(inject('serverUrl'));
  cleanups.push(drop);
  const db = connect(ownerUrl);
  const listTableNames = () =>
    db.introspection.getTables().then((tables) => tables.map(({ name }) => name).sort());
  const before = await listTableNames();
  await migrate(db);
  expect(await listTableNames()).toEqual(before);
  expect(before).toContain('orders');
});

test('waiting jobs of a renamed queue move to it, and the former schedule is removed', async () => {
  const url = await createUrlOfEmptyDatabase();
  const db = connect(url);
  const migrations = await listMigrationNames();
  await migrate(db, migrations[migrations.indexOf('20261122220000_plain_names') - 1]);
  const start_after = '2026-11-20T12:00:00.000Z';
  await restoreJobs(url, [
    { queue: 'payments.expire', data: { paymentId: 7 }, start_after },
    { queue: 'orders.seller-news', data: { orderId: 8, matter: 'sold' }, start_after },
    { queue: 'orders.encrypt-pins', data: {}, start_after },
  ]);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('payments.sweep');
  for (const queue of ['payments.sweep', 'orders.encrypt-pins']) await boss.schedule(queue, '* * * * *');
  await boss.stop({ graceful: false });

  await migrate(db);
  const readColumn = async (query: string) =>
    (await sql<{ value: unknown }>`${sql.raw(query)}`.execute(db)).rows.map(({ value }) => value);
  expect(
    await readColumn(
      "SELECT jsonb_build_array(name, data, state) AS value FROM pgboss.job WHERE name NOT LIKE '\\_\\_%' ORDER BY name",
    ),
  ).toEqual([
    ['checkout.expire-hold', { paymentId: 7 }, 'created'],
    ['orders.encrypt-pins', {}, 'created'],
    ['orders.notify-seller', { orderId: 8, event: 'sold' }, 'created'],
  ]);
  expect(await readColumn('SELECT name AS value FROM pgboss.schedule')).toEqual(['orders.encrypt-pins']);
  expect(await readColumn("SELECT name AS value FROM pgboss.queue WHERE name LIKE 'payments.%'")).toEqual([
    'payments.retry-refunds',
  ]);
});

test('a migration that waits for a lock lets others pass, and runs when the lock is gone', async () => {
  const url = await createUrlOfEmptyDatabase();
  const db = connect(url);
  const names = await listMigrationNames();
  // Which alters this table.
  const before = names[names.indexOf('20261128022000_payout_steps') - 1]!;
  await migrate(db, before);
  const released = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (trx) => {
    await sql`SELECT FROM payouts`.execute(trx);
    holding.resolve();
    await released.promise;
  });
  await holding.promise;
  const migration = migrate(connect(url));
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'payouts'::regclass
      AND mode = 'AccessExclusiveLock'`.execute(db);
    expect(rows).toHaveLength(1);
  }, 20_000);
  // Behind the migration until it gives up.
  await sql`SELECT FROM payouts`.execute(db);
  released.resolve();
  await holder;
  await migration;
  expect((await sql`SELECT name FROM kysely_migration`.execute(db)).rows).toHaveLength(names.length);
});

test('a migration without a transaction builds its index while the table is written', async () => {
  const url = await createUrlOfEmptyDatabase();
  const db = connect(url);
  await sql`CREATE TABLE large (id int)`.execute(db);
  const { up, isWithoutTransaction } = buildMigration(`${NO_TRANSACTION_MARK}
-- Which is large.
DROP INDEX CONCURRENTLY IF EXISTS large_id;
CREATE INDEX CONCURRENTLY large_id
  ON large (id);
`);
  expect(isWithoutTransaction).toBe(true);
  const run = () => db.connection().execute((connection) => up(connection));
  await run();
  // After an interruption.
  await run();
  const { rows } =
    await sql`SELECT FROM pg_index WHERE indexrelid = 'large_id'::regclass AND indisvalid`.execute(db);
  expect(rows).toHaveLength(1);
});

test('the roles have limits in this database, except where an operator chose others', async () => {
  const empty = await createEmptyDatabase(inject('serverUrl'));
  cleanups.push(empty.drop);
  await prepareDatabase(empty);
  const readLimits = async (url: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`);
    await client.end();
    return rows[0];
  };
  expect(await readLimits(empty.url)).toEqual({ statement: '10min', lock: '10s', idle: '1min' });
  expect(await readLimits(empty.ownerUrl)).toEqual({ statement: '0', lock: '10s', idle: '10min' });
  const client = new pg.Client(empty.ownerUrl);
  await client.connect();
  await client.query(
    `ALTER ROLE wopack_app IN DATABASE ${new URL(empty.url).pathname.slice(1)} SET statement_timeout = '20min'`,
  );
  await client.end();
  await prepareDatabase(empty);
  expect(await readLimits(empty.url)).toEqual({ statement: '20min', lock: '10s', idle: '1min' });
});

const MIGRATION = '20261122210000_ledger_columns';
const FILE = join(import.meta.dirname, `../../db/migrations/${MIGRATION}.sql`);

/** One row of each table that a reference may name; other foreign keys are not checked in this mode. */
const RECORDS = `
  SET LOCAL session_replication_role = replica;
  INSERT INTO users (id, email, ref_code, terms_accepted_at, created_at) OVERRIDING SYSTEM VALUE
    SELECT id, id || '@old.example', 'ref' || id, now(), now() FROM unnest(ARRAY[7, 12, 13]) AS id;
  INSERT INTO payments (id, token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
    OVERRIDING SYSTEM VALUE SELECT id, id, 7, 1, 1, 399, 'sandbox', 'paid', now(), now() FROM unnest(ARRAY[31, 32]) AS id;
  INSERT INTO orders (id, payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, state, pickup_start, pickup_end, created_at)
    OVERRIDING SYSTEM VALUE VALUES (10031, 31, 7, 1, 1, 1, 12, 'Pão', 399, 129, 270, '0001', 'paid', now(), now(), now());
  INSERT INTO order_refunds VALUES (10031, 100, 'seller', 'stale', now()), (10031, 150, 'seller', 'stale', now());
  INSERT INTO partial_refunds (id, payment_id, amount_cents, created_at) OVERRIDING SYSTEM VALUE VALUES (5, 31, 100, now());
  INSERT INTO disputes (id, payment_id, provider_ref, amount_cents, reason, status, bookings, opened_at, looked_at)
    OVERRIDING SYSTEM VALUE VALUES (4, 32, 'dp_1', 399, 'fraudulent', 'won', 2, now(), now());
  INSERT INTO statements (id, issuer, year, number, user_id, role, month, issued_at, issued_by, party, opening_cents,
      closing_cents, commission_cents, vat_percent, vat_cents)
    OVERRIDING SYSTEM VALUE VALUES (8, 'W', 2026, 1, 12, 'seller', '2026-10-01', now(), '{}', '{}', 0, 120, 129, 23, 24);
  INSERT INTO payouts (id, run_id, user_id, role, statement_id, amount_cents, iban, holder, state, changed_at)
    OVERRIDING SYSTEM VALUE VALUES (9, 1, 12, 'seller', 8, 120, '', '', 'returned', now());
  INSERT INTO affiliate_credits VALUES (13, '2026-10-01', 1935, 19, now());`;

const ACCOUNTS = {
  provider: ['provider', null],
  commission: ['commission', null],
  disputes: ['disputes', null],
  vat: ['vat', null],
  payouts: ['payouts', null],
  bank: ['bank', null],
  'buyer:7': ['buyer', 7],
  'seller:12': ['seller', 12],
  'seller:7': ['seller', 7],
  'partner:13': ['partner', 13],
};

const ORDER = { payment_id: 31, order_id: 10031 };
const TRANSACTIONS: [kind: string, reference: string, columns: object][] = [
  ['payment', 'payment:31', { payment_id: 31 }],
  ['sale', 'payment:31', ORDER],
  ['payment', 'payment:32', { payment_id: 32 }],
  ['refund', 'payment:32', { payment_id: 32 }],
  ['partial_refund', 'order:10031:100', { ...ORDER, refunded_total_cents: 100 }],
  ['partial_refund', 'order:10031:150', { ...ORDER, refunded_total_cents: 150 }],
  ['refund', 'partial_refund:5', { payment_id: 31, partial_refund_id: 5 }],
  ['cancellation', 'order:10031', ORDER],
  ['order_refund', 'order:10031', ORDER],
  ['dispute', 'dispute:4:1', { payment_id: 32, dispute_id: 4, dispute_posting_number: 1 }],
  ['dispute', 'dispute:4:2', { payment_id: 32, dispute_id: 4, dispute_posting_number: 2 }],
  ['payout', 'payout:9', { payout_id: 9 }],
  ['payout_confirmed', 'payout:9', { payout_id: 9 }],
  ['payout_returned', 'payout:9', { payout_id: 9 }],
  ['commission_vat', 'statement:8', { statement_id: 8 }],
  ['affiliate_credit', 'partner:13:2026-10', { partner_id: 13, credit_month: '2026-10-01' }],
];

const insertAccount = (trx: Trx, code: string) =>
  sql`INSERT INTO ledger_accounts (code) VALUES (${code})`.execute(trx);

const insertTransaction = (trx: Trx, kind: string, reference: string) =>
  sql`WITH posted AS (
      INSERT INTO ledger_transactions (kind, reference, created_at, effective_at)
      VALUES (${kind}, ${reference}, now(), now()) RETURNING id)
    INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT posted.id, account.id, cents FROM posted, (VALUES ('provider', 1), ('commission', -1)) AS entry (code, cents)
    JOIN ledger_accounts account USING (code)`.execute(trx);

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Db;

beforeAll(async () => {
  database = await createEmptyDatabase(inject('serverUrl'));
  db = openDatabase(database.ownerUrl, 2);
  const names = await listMigrationNames();
  await migrate(db, names[names.indexOf(MIGRATION) - 1]);
  await db.transaction().execute(async (trx) => {
    await sql.raw(RECORDS).execute(trx);
    for (const code of Object.keys(ACCOUNTS)) await insertAccount(trx, code);
    for (const [kind, reference] of TRANSACTIONS) await insertTransaction(trx, kind, reference);
  });
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

test.each([
  ['an account of nobody', (trx: Trx) => insertAccount(trx, 'seller:99'), /seller:99 \(id \d+\)/],
  ['an account of an unknown kind', (trx: Trx) => insertAccount(trx, 'gifts'), /unknown kind.*: gifts/],
  ['an account named in another way', (trx: Trx) => insertAccount(trx, 'buyer:007'), /buyer:007/],
  [
    'a sale without its order',
    (trx: Trx) => insertTransaction(trx, 'sale', 'payment:32'),
    /sale of payment:32/,
  ],
  ['an unknown kind', (trx: Trx) => insertTransaction(trx, 'gift', 'payment:31'), /gift of payment:31 \(id/],
  [
    'a refund nobody decided',
    (trx: Trx) => insertTransaction(trx, 'partial_refund', 'order:10031:200'),
    /:200/,
  ],
  [
    'a month of no credit',
    (trx: Trx) => insertTransaction(trx, 'affiliate_credit', 'partner:13:2026-9'),
    /2026-9/,
  ],
  ['a text of another form', (trx: Trx) => insertTransaction(trx, 'payment', 'payment:31:1'), /payment:31:1/],
])('%s stops the migration', async (_, insert, message) => {
  const migration = await readFile(FILE, 'utf8');
  const attempt = db.transaction().execute(async (trx) => {
    await insert(trx);
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx);
    await sql.raw(migration).execute(trx);
  });
  await expect(attempt).rejects.toThrow(message);
});

test('every account and transaction has the columns that its text contained', async () => {
  await migrate(db, MIGRATION);
  const accounts = await sql<{ account_kind: string; user_id: number | null }>`
    SELECT account_kind, user_id FROM ledger_accounts ORDER BY id`.execute(db);
  expect(accounts.rows.map(({ account_kind, user_id }) => [account_kind, user_id])).toEqual(
    Object.values(ACCOUNTS),
  );
  const transactions = await sql<{ columns: object }>`
    SELECT jsonb_strip_nulls(to_jsonb(t) - ARRAY['id', 'created_at', 'effective_at']) AS columns
    FROM ledger_transactions t ORDER BY id`.execute(db);
  expect(transactions.rows.map(({ columns }) => columns)).toEqual(
    TRANSACTIONS.map(([kind, , columns]) => ({ kind, ...columns })),
  );
});

test('transactions of former versions cannot be posted again', async () => {
  for (const [kind, , columns] of TRANSACTIONS) {
    const row = { kind, ...columns, created_at: '2026-11-22', effective_at: '2026-11-22' };
    const { rows } =
      await sql`INSERT INTO ledger_transactions (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      VALUES (${sql.join(Object.values(row))}) ON CONFLICT DO NOTHING RETURNING id`.execute(db);
    expect(rows, kind).toEqual([]);
  }
});
