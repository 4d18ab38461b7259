import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { findFreePort } from '../../src/platform/db/embedded.ts';
import {
  initCluster,
  type PostgresInstallation,
  preparePostgres,
  startPostgres,
  stopPostgres,
} from '../../src/platform/db/postgres-server.ts';
import { ALL_DAY_SCHEDULE, ServerProcess, systemClock, waitUntil } from '../servers/server-process.ts';
import { buyProduct, createProductOnSale, createTestUser, type TestContext } from '../support/builders.ts';
import { buildTestUrls, runSql, TEST_SECRET_KEY } from '../support/test-databases.ts';

/**
 * The guides of docs/operating.md, 'Failover' and 'Point-in-time recovery', played on real servers: PostgreSQL with WAL
 * archiving and a streaming replica, WoPack processes that sell.
 */
const PASSWORD = 'owner';
let folder: string;
let archive: string;
let base: PostgresInstallation;
let primary: Awaited<ReturnType<typeof startServer>>;
let standby: Awaited<ReturnType<typeof startServer>>;
const processes: { stop(): Promise<void> }[] = [];
const servers: ServerProcess[] = [];

/** A PostgreSQL on a folder; one that follows another has a `standby.signal`. */
async function startServer(clusterDir: string, port: number) {
  const process = await startPostgres({ ...base, clusterDir }, port);
  const urls = buildTestUrls(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/wopack`, 'wopack');
  const server = {
    ...urls,
    clusterDir,
    port,
    async query<T extends object>(text: string): Promise<T[]> {
      const client = new pg.Client(urls.ownerUrl);
      await client.connect();
      try {
        return (await client.query<T>(text)).rows;
      } finally {
        await client.end();
      }
    },
    kill: () => void process.kill('SIGKILL'),
    stop: () =>
      process.exitCode === null && process.signalCode === null ? stopPostgres(process) : Promise.resolve(),
  };
  processes.push(server);
  return server;
}

/** What pg_basebackup does: a copy of the files of a running server. */
async function copyCluster(source: typeof primary, name: string): Promise<string> {
  const target = join(base.clusterDir, '..', `${name}-${source.port}`);
  const client = new pg.Client(source.ownerUrl);
  await client.connect();
  await client.query("SELECT pg_backup_start('copy', true)");
  await promisify(execFile)('cp', ['-a', source.clusterDir, target]).catch((error: Error) => {
    // Files of a running server may vanish while they are copied.
    if (!/vanished|No such file/.test(error.message)) throw error;
  });
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(join(target, 'postmaster.pid'), { force: true });
  for (const file of await readdir(join(target, 'pg_wal')))
    if (/^[\dA-F]{24}/.test(file)) await rm(join(target, 'pg_wal', file));
  await writeOwned(join(target, 'backup_label'), rows[0]!.labelfile);
  return target;
}

async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  if (base.user) await promisify(execFile)('chown', [`${base.user.uid}:${base.user.gid}`, path]);
}

const follow = async (clusterDir: string, port: number) => {
  await writeOwned(join(clusterDir, 'standby.signal'), '');
  await appendFile(
    join(clusterDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${PASSWORD} application_name=standby'
restore_command = 'cp ${archive}/%f "%p"'\n`,
  );
};

const startApp = async (server: typeof primary, name: string) => {
  const process = await ServerProcess.start(join(folder, name), {
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    ENABLE_SANDBOX: '1',
  });
  servers.push(process);
  expect(process.url, process.output).toMatch(/^http/);
  return process;
};

const runOperator = async (server: typeof primary, ...args: string[]): Promise<string> => {
  const script = join(import.meta.dirname, '../../src/operator/command.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: {
      ...process.env,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: join(folder, 'operator'),
      DATABASE_URL: server.url,
      DATABASE_OWNER_URL: server.ownerUrl,
      ENABLE_SANDBOX: '1',
    },
  });
  return stdout;
};

const waitUntilConfirmed = (server: ServerProcess) =>
  waitUntil(async () => {
    const state = (await (await fetch(`${server.url}/ready`)).json()) as object;
    return 'status' in state && !('quiet_since' in state);
  });

const createContext = (db: Db, server: ServerProcess): TestContext => ({
  db,
  clock: systemClock,
  client: (token) => server.client(token),
});

const listOrders = async (server: typeof primary): Promise<number[]> =>
  (await server.query<{ id: number }>('SELECT id FROM orders ORDER BY id')).map(({ id }) => id);

const waitUntilReplayed = async () => {
  const [{ position } = { position: '' }] = await primary.query<{ position: string }>(
    'SELECT pg_current_wal_lsn() AS position',
  );
  await waitUntil(async () => {
    const [row] = await standby.query<{ done: boolean }>(
      `SELECT pg_last_wal_replay_lsn() >= '${position}' AS done`,
    );
    return row!.done;
  });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-failover-'));
  await promisify(execFile)('chmod', ['711', folder]);
  const installation = await preparePostgres(folder);
  await initCluster(installation, PASSWORD);
  base = installation;
  archive = join(installation.clusterDir, '..', `archive-${process.pid}-${Date.now()}`);
  await mkdir(archive);
  if (base.user) await promisify(execFile)('chown', [`${base.user.uid}:${base.user.gid}`, archive]);
  await appendFile(
    join(installation.clusterDir, 'postgresql.conf'),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp "%p" ${archive}/%f'\nwal_keep_size = '64MB'\n`,
  );
  primary = await startServer(installation.clusterDir, await findFreePort());
  const postgresUrl = primary.ownerUrl.replace(/\/wopack$/, '/postgres');
  await runSql(postgresUrl, "CREATE ROLE wopack_app LOGIN PASSWORD 'wopack_app'");
  await runSql(postgresUrl, 'CREATE DATABASE wopack');
}, 300_000);

afterAll(async () => {
  for (const server of servers) await server.waitForExit('SIGTERM');
  for (const server of processes) await server.stop();
  await rm(archive, { recursive: true, force: true });
  for (const { clusterDir } of processes as (typeof primary)[])
    await rm(clusterDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}, 300_000);

test.runIf(process.env.TEST_LONG)(
  'point-in-time recovery: the moment before a mistake',
  { timeout: 300_000 },
  async () => {
    const server = await startApp(primary, 'first');
    const baseBackup = await copyCluster(primary, 'base');
    const db = openDatabase(primary.url, 2);
    const context = createContext(db, server);
    const { productId } = await createProductOnSale(context, { quantity: 7, schedule: ALL_DAY_SCHEDULE });
    const kept = await buyProduct(await createTestUser(context), productId);
    const [{ time }] = (await primary.query<{ time: string }>('SELECT clock_timestamp()::text AS time')) as [
      { time: string },
    ];
    const lost = await buyProduct(await createTestUser(context), productId);
    await primary.query("UPDATE users SET name = 'a mistake'");
    await primary.query('SELECT pg_switch_wal()');
    await waitUntil(async () => {
      const [row] = await primary.query<{ done: boolean }>(
        'SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) OR archived_count > 1 AS done FROM pg_stat_archiver',
      );
      return row!.done;
    });
    await db.destroy();
    expect(await listOrders(primary)).toEqual([kept.id, lost.id]);

    await appendFile(
      join(baseBackup, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f "%p"'
recovery_target_time = '${time}'
recovery_target_action = 'promote'
archive_mode = 'off'\n`,
    );
    await writeOwned(join(baseBackup, 'recovery.signal'), '');
    const recovered = await startServer(baseBackup, await findFreePort());
    await waitUntil(async () => {
      const [row] = await recovered.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done');
      return row!.done;
    });
    expect(await listOrders(recovered)).toEqual([kept.id]);
    expect(await recovered.query("SELECT FROM users WHERE name = 'a mistake'")).toEqual([]);

    await runOperator(recovered, 'recovery', 'declare', new Date(time).toISOString());
    const after = await startApp(recovered, 'first');
    expect(await (await fetch(`${after.url}/ready`)).json()).toHaveProperty('quiet_since');
    expect(await runOperator(recovered, 'recovery', 'show')).toMatch(/^Recovered at/);
    expect(await runOperator(recovered, 'recovery', 'confirm')).toMatch(/Confirmed/);
    await waitUntilConfirmed(after);
    const newDb = openDatabase(recovered.url, 2);
    const next = await buyProduct(await createTestUser(createContext(newDb, after)), productId);
    await newDb.destroy();
    expect(next.id).toBeGreaterThan(lost.id);
    await after.waitForExit('SIGTERM');
    await recovered.stop();
  },
);

test('failover: fence, promote, declare, go on, rebuild', { timeout: 300_000 }, async () => {
  const server = servers[0] ?? (await startApp(primary, 'first'));
  const copy = await copyCluster(primary, 'standby');
  await follow(copy, primary.port);
  standby = await startServer(copy, await findFreePort());
  await waitUntil(async () => (await primary.query('SELECT FROM list_standbys()')).length === 1);
  const db = openDatabase(primary.url, 2);
  const context = createContext(db, server);
  const { productId } = await createProductOnSale(context, { quantity: 7, schedule: ALL_DAY_SCHEDULE });
  const replicated = await buyProduct(await createTestUser(context), productId);
  await waitUntilReplayed();
  const [{ now: lastMoment }] = (await primary.query<{ now: Date }>('SELECT now()')) as [{ now: Date }];

  // The connection of the replica is lost: what is bought now is on the primary alone.
  await standby.stop();
  const unreplicated = await buyProduct(await createTestUser(context), productId);
  await waitUntil(async () => (await primary.query('SELECT FROM list_standbys()')).length === 0);

  // The machine of the primary dies; WoPack is stopped (fenced), so that nobody writes to it when it comes back.
  primary.kill();
  await db.destroy();
  await server.waitForExit('SIGKILL');
  standby = await startServer(copy, standby.port);
  expect(await standby.query('SELECT pg_promote() AS promoted')).toEqual([{ promoted: true }]);
  expect(await listOrders(standby)).toContain(replicated.id);
  expect(await listOrders(standby)).not.toContain(unreplicated.id);
  await runOperator(standby, 'recovery', 'declare', lastMoment.toISOString());

  const after = await startApp(standby, 'first');
  expect(await (await fetch(`${after.url}/ready`)).json()).toHaveProperty('quiet_since');
  expect(await runOperator(standby, 'recovery', 'confirm')).toMatch(/Confirmed/);
  await waitUntilConfirmed(after);
  const newDb = openDatabase(standby.url, 2);
  const next = await buyProduct(await createTestUser(createContext(newDb, after)), productId);
  await newDb.destroy();
  expect(next.id).toBeGreaterThan(unreplicated.id);

  // The former primary has an order of its own: it is thrown away, and made anew as a replica.
  await rm(primary.clusterDir, { recursive: true, force: true });
  const rebuilt = await copyCluster(standby, 'rebuilt');
  await rm(join(rebuilt, 'standby.signal'), { force: true });
  await follow(rebuilt, standby.port);
  const replica = await startServer(rebuilt, await findFreePort());
  await waitUntil(async () => (await listOrders(replica)).includes(next.id));
  await waitUntil(async () => (await standby.query('SELECT standby FROM list_standbys()')).length === 1);
  expect(await runOperator(standby, 'check')).toMatch(/The books add up/);
});
