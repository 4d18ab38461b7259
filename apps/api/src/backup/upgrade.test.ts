import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as tar from 'tar';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  ServerProcess,
  startClockAt,
  startDatabaseTimeAt,
  waitUntil,
} from '../../test/servers/server-process.ts';
import { createEmptyDatabase } from '../../test/support/test-databases.ts';
import { reconciliationSources } from '../app.ts';
import { checkLedger } from '../modules/ledger/index.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { listMigrationNames } from '../platform/db/migrate.ts';
import { confirmRecoveries } from '../platform/db/quiet.queries.ts';
import { type BackupManifest, restoreBackup } from './backup.ts';

/**
 * A backup of demo data written by release 0.1.0. The file never changes; every later migration must convert its rows.
 */
const BACKUP_FILE = join(import.meta.dirname, '../../test/fixtures/backup-0.1.0.tar.gz');

let folder: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let manifest: BackupManifest;
let db: Db;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-upgrade-test-'));
  database = await createEmptyDatabase(inject('serverUrl'));
  manifest = await restoreBackup(database.ownerUrl, folder, BACKUP_FILE);
  db = openDatabase(database.ownerUrl, 2);
  await confirmRecoveries(db, new Date());
  // Orders of the demo are open on the day of the backup.
  const startsAt = Date.parse(manifest.made_at) + 60_000;
  await startDatabaseTimeAt(db, startsAt);
  server = await ServerProcess.start(folder, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ENABLE_SANDBOX: '1',
    DRAIN_SECONDS: '0',
    ...startClockAt(startsAt),
  });
  expect(server.url, server.output).toMatch(/^http/);
}, 120_000);

afterAll(async () => {
  await server?.waitForExit('SIGTERM');
  await db?.destroy();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const signIn = async (email: string) => {
  const body = { email, password: 'sobras1', device_name: 'test' };
  return server.client((await server.client()('login', { body })).token);
};

test('the backup is of the older release, and all migrations since have run', async () => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const migrationNames = await listMigrationNames();
  expect(rows.map(({ name }) => name)).toEqual(migrationNames);
  expect(manifest.migrations).toEqual(migrationNames.slice(0, 33));
});

test('every row is restored', async () => {
  const counts: Record<string, number> = {};
  for (const table of ['users', 'sale_places', 'products', 'orders', 'payments', 'ratings'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  expect(counts).toEqual({
    users: 348,
    sale_places: 330,
    products: 720,
    orders: 3053,
    payments: 3053,
    ratings: 1205,
  });
});

/** Rows of a table in the backup; none of these has a NULL or an escaped character. */
async function readBackedUpRows(table: string): Promise<string[][]> {
  const name = `tables/${table}.copy`;
  await tar.extract({ file: BACKUP_FILE, cwd: folder }, [name]);
  const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

test('every ledger account has its kind, its user and the balance it had', async () => {
  const codes = new Map((await readBackedUpRows('ledger_accounts')).map(([id, code]) => [id!, code!]));
  const cents: Record<string, number> = {};
  for (const [, , accountId, amount] of await readBackedUpRows('ledger_entries')) {
    const code = codes.get(accountId!)!;
    cents[code] = (cents[code] ?? 0) + Number(amount);
  }
  expect(Object.keys(cents)).toHaveLength(346);
  const { rows } = await sql<{ account_kind: string; user_id: number | null; cents: string }>`
    select account_kind, user_id, sum(amount_cents) as cents
    from ledger_accounts account join ledger_entries on account_id = account.id
    where transaction_id <= 6206 group by account.id`.execute(db);
  const balances = rows.map(({ account_kind, user_id, cents }) => [
    user_id === null ? account_kind : `${account_kind}:${user_id}`,
    Number(cents),
  ]);
  expect(Object.fromEntries(balances)).toEqual(cents);
});

test('the ledger transactions of every order are found by its id and by that of its payment', async () => {
  const { rows } = await sql`
    select refunded_cents > 0 as is_cancelled, by_order.kinds as order_kinds, by_payment.kinds as payment_kinds,
      count(*)::int as orders
    from orders
    left join (select order_id, array_agg(kind order by id) as kinds from ledger_transactions group by order_id)
      by_order on by_order.order_id = orders.id
    left join (select payment_id, array_agg(kind order by id) as kinds from ledger_transactions group by payment_id)
      by_payment on by_payment.payment_id = orders.payment_id
    group by 1, 2, 3 order by 1`.execute(db);
  expect(rows).toEqual([
    {
      is_cancelled: false,
      orders: 3005,
      order_kinds: ['sale'],
      payment_kinds: ['payment', 'sale'],
    },
    {
      is_cancelled: true,
      orders: 48,
      order_kinds: ['sale', 'cancellation'],
      payment_kinds: ['payment', 'sale', 'cancellation', 'refund'],
    },
  ]);
});

test('the buyer signs in and reads the PIN of an order made before', async () => {
  const buyer = await signIn('buyer@wopack.example');
  expect((await buyer('getMe')).data).toMatchObject({ name: 'Marta', sname: 'Salgado' });
  const { data: order } = await buyer('getOrder', { params: { id: 12291 } });
  expect(order).toMatchObject({ state: 'paid', pin: '9153', price: 3.99 });
});

test('the seller signs in and sees the orders of the next day', async () => {
  const seller = await signIn('seller@wopack.example');
  expect((await seller('listMyProducts')).data).toHaveLength(5);
  const { data: orders } = await seller('listSellerOrders', { query: { date: '2026-11-23' } });
  expect(orders.find(({ id }) => id === 12291)).toMatchObject({
    state: 'paid',
    client: 'Marta S.',
    price_cents: 399,
    earning_cents: 270,
    sale_place: { id: 1, name: 'Padaria Aurora' },
  });
});

test('the partner signs in and finds what was credited', async () => {
  const partner = await signIn('partner@wopack.example');
  expect((await partner('getAffiliateOverview')).data).toMatchObject({
    ref_code: 'INES15',
    credited_cents: 135 + 3793 + 6831 + 8727,
  });
});

test('a new user gets an id beyond those that may have been issued since the backup', async () => {
  const { token } = await server.client()('register', {
    body: {
      name: 'Eva',
      email: 'eva@example.com',
      password: 'sobras1',
      device_name: 'test',
      check_terms: true,
    },
  });
  expect((await server.client(token)('getMe')).data.id).toBe(348 + 10_000 + 1);
});

/** Current names of the queues with jobs in the backup. */
const QUEUES_OF_WAITING_JOBS = {
  'packs.keep-slots': 'products.generate-slots',
  'offers.count-map': 'offers.update-map-cells',
  'ledger.settle': 'ledger.settle-months',
  'payments.catch-up': 'checkout.sync-missed-intents',
  'payments.sweep': 'payments.retry-refunds',
  'affiliates.credit': 'ledger.settle-months',
};

test('pending jobs run without a failure', { timeout: 90_000 }, async () => {
  expect(manifest.jobs.map(({ queue }) => queue)).toEqual(Object.keys(QUEUES_OF_WAITING_JOBS));
  const queues = Object.values(QUEUES_OF_WAITING_JOBS);
  await waitUntil(async () => {
    const { rows } = await sql<{ name: string }>`select distinct name from pgboss.job
      where state = 'completed' and start_after <= ${manifest.made_at}`.execute(db);
    const completedQueues = new Set(rows.map(({ name }) => name));
    return queues.every((queue) => completedQueues.has(queue));
  });
  const { rows } = await sql`select name, output from pgboss.job where state in ('retry', 'failed')`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test('the ledger agrees with the records of the modules', async () => {
  expect(await checkLedger({ db }, reconciliationSources)).toEqual([]);
});
