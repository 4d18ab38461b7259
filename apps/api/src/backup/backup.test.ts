import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as tar from 'tar';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createPaidOrder } from '../../test/support/order-builders.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { runSql } from '../../test/support/test-databases.ts';
import { insertAuditEntry } from '../modules/admin/operators/audit.queries.ts';
import { checkAuditChain } from '../modules/admin/operators/audit-chain.queries.ts';
import { openDatabase } from '../platform/db/database.ts';
import { listMigrationNames, migrate } from '../platform/db/migrate.ts';
import { UnfinishedRestoreError, watchQuiet } from '../platform/quiet.ts';
import { connect, createTableReader, getSequences, listTables } from './backup.queries.ts';
import { restoreBackup, tryBackup, writeBackup } from './backup.ts';

const api = useTestApp();

let folder: string;
let emptyUrl: string;
let name: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-backup-test-'));
  name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  await runSql(inject('serverUrl'), `CREATE DATABASE ${name}`);
  emptyUrl = Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href;
});

afterEach(async () => {
  await runSql(inject('serverUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

/** All rows of all tables, and the values of the sequences. */
async function readEverything(url: string) {
  const client = await connect(url);
  const rows: Record<string, string[]> = {};
  for (const table of await listTables(client)) {
    rows[table.name] = (await text(createTableReader(client, table))).split('\n').sort();
  }
  const sequences = await getSequences(client);
  await client.end();
  return { rows, sequences };
}

test('a backup restored into an empty installation is identical but for its numbers, and keeps working', async () => {
  await createPaidOrder(api);
  for (const action of ['first', 'second'])
    await insertAuditEntry(api.db, { at: api.clock.now(), operatorId: null, action, requestId: '' });
  const media = join(api.context.config.dataDir, 'media', 'photos');
  await mkdir(media, { recursive: true });
  await writeFile(join(media, 'bread.webp'), 'picture');
  const file = join(folder, 'wopack.tar.gz');
  const { jobs } = await writeBackup(api.ownerUrl, api.context.config.dataDir, file);
  expect((await stat(file)).size).toBeGreaterThan(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(jobs.map(({ queue }) => queue)).toContain('orders.announce-order');
  const { made_at: madeAt } = await api.db.selectFrom('backups').select('made_at').executeTakeFirstOrThrow();
  expect(Math.abs(madeAt.getTime() - Date.now())).toBeLessThan(60_000);

  const dataDir = join(folder, 'data');
  await restoreBackup(emptyUrl, dataDir, file);

  const before = await readEverything(api.ownerUrl);
  expect(before.rows.orders!.filter(Boolean)).toHaveLength(1);
  expect(before.sequences).toMatchObject({ orders_id_seq: '10001' });
  const after = await readEverything(emptyUrl);
  const { recoveries, backups, ...rows } = after.rows;
  expect({ ...rows, recoveries: [''], backups: before.rows.backups }).toEqual(before.rows);
  expect(recoveries!.filter(Boolean)).toHaveLength(1);
  // A backup is noted when it is complete.
  expect(backups).toEqual(['']);
  // Numbers that may have been issued since are not issued again.
  expect(Object.keys(after.sequences)).toEqual(Object.keys(before.sequences));
  for (const [name, last] of Object.entries(after.sequences))
    expect(Number(last), name).toBeGreaterThanOrEqual(Number(before.sequences[name] ?? 1) + 10_000);
  expect(await readFile(join(dataDir, 'media/photos/bread.webp'), 'utf8')).toBe('picture');
  const restored = openDatabase(emptyUrl, 1);
  expect(await checkAuditChain({ db: restored })).toMatchObject({ entries: 2, broken: null });
  await insertAuditEntry(restored, { at: api.clock.now(), operatorId: null, action: 'third', requestId: '' });
  const { at } = await restored
    .selectFrom('audit_entries')
    .select('at')
    .where('action', '=', 'third')
    .executeTakeFirstOrThrow();
  expect(at).not.toEqual(api.clock.now());
  expect(await checkAuditChain({ db: restored })).toMatchObject({ entries: 3, broken: null });
  await restored.destroy();
  const secondBackup = await writeBackup(emptyUrl, dataDir, join(folder, 'again.tar.gz'));
  expect(secondBackup.jobs.map(({ queue }) => queue).sort()).toEqual(jobs.map(({ queue }) => queue).sort());
});

test('a backup of a database that is not there leaves nothing behind', async () => {
  const missingUrl = Object.assign(new URL(emptyUrl), { pathname: '/missing' }).href;
  await expect(
    writeBackup(missingUrl, api.context.config.dataDir, join(folder, 'wopack.tar.gz')),
  ).rejects.toThrow('missing');
  expect(await readdir(folder)).toEqual([]);
});

test('restoring into a database with data is refused', async () => {
  await createPaidOrder(api);
  const file = join(folder, 'wopack.tar.gz');
  await writeBackup(api.ownerUrl, folder, file);
  const before = await readEverything(api.ownerUrl);
  await expect(restoreBackup(api.ownerUrl, folder, file)).rejects.toThrow('not empty');
  expect(await readEverything(api.ownerUrl)).toEqual(before);
});

test('a server does not start on a database whose restore was interrupted', async () => {
  await createPaidOrder(api);
  const file = join(folder, 'wopack.tar.gz');
  await writeBackup(api.ownerUrl, folder, file);
  // Fails when the restore is declared, after the rows are there.
  await migrateAndBreakDeclaration();
  await expect(restoreBackup(emptyUrl, join(folder, 'data'), file)).rejects.toThrow('interrupted here');
  const db = openDatabase(emptyUrl, 1);
  await expect(watchQuiet(db, api.context.log)).rejects.toThrow(UnfinishedRestoreError);
  await db.destroy();
});

async function migrateAndBreakDeclaration() {
  const db = openDatabase(emptyUrl, 1);
  await migrate(db);
  await db.destroy();
  await runSql(
    emptyUrl,
    `CREATE OR REPLACE FUNCTION declare_recovery(as_of timestamptz, at timestamptz DEFAULT now()) RETURNS void
      LANGUAGE plpgsql AS $$ BEGIN RAISE 'interrupted here'; END $$`,
  );
}

test('a backup of an older version is migrated', async () => {
  const olderName = `${name}_older`;
  await runSql(inject('serverUrl'), `CREATE DATABASE ${olderName}`);
  const olderUrl = Object.assign(new URL(inject('serverUrl')), { pathname: `/${olderName}` }).href;
  const migrationNames = await listMigrationNames();
  const db = openDatabase(olderUrl, 1);
  await migrate(db, migrationNames[0]);
  await db.destroy();
  await runSql(olderUrl, 'CREATE SCHEMA pgboss');
  await runSql(
    olderUrl,
    'CREATE TABLE pgboss.job (id int, name text, data jsonb, start_after timestamptz, state text, created_on timestamptz)',
  );
  const file = join(folder, 'older.tar.gz');
  expect((await writeBackup(olderUrl, folder, file)).migrations.at(-1)).toBe(migrationNames[0]);
  await runSql(inject('serverUrl'), `DROP DATABASE ${olderName} WITH (FORCE)`);

  await restoreBackup(emptyUrl, join(folder, 'data'), file);
  const { migrations } = await writeBackup(emptyUrl, folder, join(folder, 'now.tar.gz'));
  expect(migrations).toEqual(migrationNames);
});

test('a backup of a newer version is refused without changes', async () => {
  const file = join(folder, 'wopack.tar.gz');
  const manifest = await writeBackup(api.ownerUrl, folder, file);
  const changedManifest = { ...manifest, migrations: [...manifest.migrations, '29991231000000_ahead'] };
  await writeFile(join(folder, 'wopack.json'), JSON.stringify(changedManifest));
  const newerFile = join(folder, 'newer.tar.gz');
  await tar.create({ gzip: true, cwd: folder, file: newerFile }, ['wopack.json']);
  await expect(restoreBackup(emptyUrl, folder, newerFile)).rejects.toThrow('29991231000000_ahead');
  expect((await readEverything(emptyUrl)).rows).toEqual({});
});

test('a trial restores a backup elsewhere and notes it; one of a broken file notes nothing', async () => {
  const file = join(folder, 'wopack.tar.gz');
  await writeBackup(api.ownerUrl, api.context.config.dataDir, file);
  const [{ size }, noted] = await Promise.all([
    stat(file),
    api.db.selectFrom('backups').select('size_bytes').orderBy('id', 'desc').executeTakeFirstOrThrow(),
  ]);
  expect(Number(noted.size_bytes)).toBe(size);
  const countTrials = async () => (await api.db.selectFrom('restore_trials').select('id').execute()).length;
  await writeFile(join(folder, 'broken.tar.gz'), (await readFile(file)).subarray(0, size / 2));
  await expect(tryBackup(api.ownerUrl, join(folder, 'broken.tar.gz'), emptyUrl)).rejects.toThrow();
  expect(await countTrials()).toBe(0);
  const { made_at: madeAt } = await tryBackup(api.ownerUrl, file, emptyUrl);
  const trial = await api.db.selectFrom('restore_trials').select('data_as_of').executeTakeFirstOrThrow();
  expect(trial.data_as_of.toISOString()).toBe(madeAt);
  // The database itself was not taken back to an earlier moment.
  expect(await api.db.selectFrom('recoveries').select('id').execute()).toEqual([]);
});
