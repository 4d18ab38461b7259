import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import * as tar from 'tar';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  ServerProcess,
  startClockAt,
  startDatabaseTimeAt,
  waitUntil,
} from '../../test/servers/server-process.ts';
import { createEmptyDatabase, TEST_SECRET_KEY } from '../../test/support/test-databases.ts';
import { reconciliationSources } from '../app.ts';
import { checkLedger } from '../modules/ledger/index.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { listMigrationNames } from '../platform/db/migrate.ts';
import { confirmRecoveries } from '../platform/db/quiet.queries.ts';
import { type BackupManifest, restoreBackup } from './backup.ts';

const fixtures = join(import.meta.dirname, '../../test/fixtures');
const root = join(import.meta.dirname, '../../../..');

/** Backups of a small demo, one made by each release (test/fixtures/make-backup.ts): all migrations since convert its rows. */
const backups = (await readdir(fixtures)).filter((name) => /^backup-.*\.tar\.gz$/.test(name));

test('there is a backup of a release', () => expect(backups).toContain('backup-0.2.0.tar.gz'));

describe.each(backups)('%s', (name) => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let manifest: BackupManifest;
  let db: Db;
  let server: ServerProcess;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wopack-upgrade-test-'));
    database = await createEmptyDatabase(inject('serverUrl'));
    manifest = await restoreBackup(database.ownerUrl, folder, join(fixtures, name));
    db = openDatabase(database.ownerUrl, 2);
    await confirmRecoveries(db, new Date());
    // Orders of the demo are open on the day of the backup.
    const startsAt = Date.parse(manifest.made_at) + 60_000;
    await startDatabaseTimeAt(db, startsAt);
    env = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      ENABLE_SANDBOX: '1',
      DRAIN_SECONDS: '0',
      ...startClockAt(startsAt),
    };
    server = await ServerProcess.start(folder, env);
    expect(server.url, server.output).toMatch(/^http/);
  }, 300_000);

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

  /** Rows of a table in the backup, as text by column; \N is null. */
  async function readRows(table: string): Promise<Record<string, string>[]> {
    const file = `tables/${table}.copy`;
    await tar.extract({ file: join(fixtures, name), cwd: folder }, [file]);
    const text = await readFile(join(folder, file), 'utf8');
    const { columns } = manifest.tables.find((each) => each.name === table)!;
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) =>
      Object.fromEntries(line.split('\t').map((value, index) => [columns[index]!, value])),
    );
  }

  test('all migrations since have run', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map((row) => row.name)).toEqual(await listMigrationNames());
  });

  test('people, what they sell and what was sold are complete', async () => {
    for (const table of ['users', 'sale_places', 'products', 'orders', 'payments', 'ratings'] as const) {
      const { rows } = await sql<{ id: string }>`
        select ${sql.ref(table === 'ratings' ? 'order_id' : 'id')}::text as id from ${sql.table(table)} order by 1`.execute(
        db,
      );
      const former = (await readRows(table)).map((row) => row[table === 'ratings' ? 'order_id' : 'id']!);
      expect(former.length, table).toBeGreaterThan(10);
      expect(
        rows.map((row) => row.id),
        table,
      ).toEqual(former.toSorted());
    }
  });

  test('every ledger account has its kind, its user and the balance it had', async () => {
    const sums = new Map<string, number>();
    const entries = await readRows('ledger_entries');
    for (const { account_id, amount_cents } of entries)
      sums.set(account_id!, (sums.get(account_id!) ?? 0) + Number(amount_cents));
    const former = (await readRows('ledger_accounts')).map(({ id, account_kind, user_id }) =>
      [account_kind, user_id, sums.get(id!) ?? 0].join(),
    );
    const { rows } = await sql<{ balance: string }>`
      select concat_ws(',', account_kind, coalesce(user_id::text, '\\N'), coalesce(sum(amount_cents), 0)) as balance
      from ledger_accounts account
      left join ledger_entries entry on account_id = account.id and entry.id <= ${Math.max(...entries.map(({ id }) => Number(id)))}
      group by account.id`.execute(db);
    expect(former.length).toBeGreaterThan(20);
    expect(rows.map(({ balance }) => balance)).toEqual(expect.arrayContaining(former));
  });

  test('the buyer signs in and reads the PIN of an order made before', async () => {
    const buyer = await signIn('buyer@wopack.example');
    const { data: orders } = await buyer('listOrders');
    const open = orders.find(({ state }) => state === 'paid')!;
    expect((await buyer('getOrder', { params: { id: open.id } })).data.pin).toMatch(/^\d{4}$/);
  });

  test('the seller and the partner sign in and see theirs', async () => {
    const seller = await signIn('seller@wopack.example');
    expect((await seller('listMyProducts')).data).not.toEqual([]);
    expect((await seller('getSellerToday')).data).toMatchObject({ month_packs: expect.any(Number) });
    const partner = await signIn('partner@wopack.example');
    expect((await partner('getAffiliateOverview')).data).toMatchObject({ ref_code: 'INES15' });
  });

  test('the seller owns the business, which has the earnings, the account and the identity of before', async () => {
    const seller = await signIn('seller@wopack.example');
    const [mine, ...others] = (await seller('listMyBusinesses')).data;
    expect(mine).toMatchObject({ role: 'owner', sale_places: null, is_current: true });
    expect(others).toEqual([]);
    expect((await seller('listMembers')).data.members).toMatchObject([{ user_id: mine!.id, is_me: true }]);
    const account = (await readRows('ledger_accounts')).find(
      ({ account_kind, user_id }) => account_kind === 'seller' && user_id === String(mine!.id),
    )!;
    const entries = (await readRows('ledger_entries')).filter(({ account_id }) => account_id === account.id);
    const balance = -entries.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0);
    expect(balance).toBeGreaterThan(0);
    const query = { business_id: mine!.id };
    const { data: details } = await seller('getPayoutDetails', { query });
    const { iban, holder } = (await readRows('payout_details')).find(
      ({ user_id }) => user_id === account.user_id,
    )!;
    expect(details).toMatchObject({
      iban: `•••• ${iban!.slice(-4)}`,
      holder,
      accounts: [{ role: 'seller', balance_cents: balance }],
    });
    expect((await seller('getBusiness', { query })).data).toEqual((await seller('getBusiness')).data);
    expect((await seller('getBusiness', { query })).data).not.toBeNull();
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
    const lastId = Math.max(...(await readRows('users')).map(({ id }) => Number(id)));
    expect((await server.client(token)('getMe')).data.id).toBe(lastId + 10_000 + 1);
  });

  test('pending jobs run without a failure', { timeout: 300_000 }, async () => {
    expect(manifest.jobs).not.toEqual([]);
    await waitUntil(async () => {
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
        where state < 'completed' and start_after <= ${manifest.made_at}`.execute(db);
      return rows[0]!.left === 0;
    });
    const { rows } =
      await sql`select name, output from pgboss.job where state in ('retry', 'failed')`.execute(db);
    expect(rows).toEqual([]);
  });

  test('the ledger agrees with the records of the modules, by the command too', async () => {
    expect(await checkLedger({ db }, reconciliationSources)).toEqual([]);
    const command = ['apps/api/src/operator/command.ts', 'check'];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    });
    expect(stdout).toContain('The books add up.');
  });
});
