import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { openDatabase } from '../platform/db/database.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { listMigrationNames, migrate } from '../platform/db/migrate.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../platform/files/private-files.ts';
import { restoreJobs } from '../platform/jobs.ts';
import {
  analyze,
  type BackupTable,
  beginRestore,
  beginSnapshot,
  commit,
  connect,
  createTableReader,
  createTableWriter,
  declareRestored,
  getSequences,
  isDatabaseEmpty,
  listMigrations,
  listPendingJobs,
  listTables,
  markUnfinished,
  type PendingJob,
  recordBackup,
  recordRestoreTrial,
  setSequences,
} from './backup.queries.ts';

/** Contents of `wopack.json` in a backup. */
export interface BackupManifest {
  format: 1;
  /** Instant of the snapshot, ISO 8601. */
  made_at: string;
  /** Migrations applied to the source database, in order. */
  migrations: string[];
  tables: BackupTable[];
  /** Last value of each sequence; null when it was never used. */
  sequences: Record<string, string | null>;
  /** Jobs that were not finished. */
  jobs: PendingJob[];
}

export class BackupError extends Error {}

/**
 * Files of DATA_DIR in a backup. The database is copied row by row; sent mails in the outbox are left out.
 */
const DATA_FILES = ['media', 'vapid-keys.json'];

/**
 * Writes rows, photos, keys and unfinished jobs to one file, while WoPack may be running; rows are of one
 * snapshot. The file appears complete or not at all.
 */
export async function writeBackup(
  databaseUrl: string,
  dataDir: string,
  file: string,
): Promise<BackupManifest> {
  const target = resolve(file);
  await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const client = await connect(databaseUrl);
  const staging = await mkdtemp(join(dirname(target), '.backup-'));
  try {
    await beginSnapshot(client);
    const manifest: BackupManifest = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations: await listMigrations(client),
      tables: await listTables(client),
      sequences: await getSequences(client),
      jobs: await listPendingJobs(client),
    };
    await mkdir(join(staging, 'tables'));
    for (const table of manifest.tables) {
      await pipeline(
        createTableReader(client, table),
        createWriteStream(join(staging, 'tables', `${table.name}.copy`)),
      );
    }
    await commit(client);
    await writeFile(join(staging, 'wopack.json'), JSON.stringify(manifest, null, 2));
    await mkdir(join(staging, 'files'));
    for (const name of DATA_FILES.filter((file) => existsSync(join(dataDir, file)))) {
      await symlink(join(resolve(dataDir), name), join(staging, 'files', name));
    }
    const archive = join(staging, 'backup.tar.gz');
    await tar.create({ gzip: true, follow: true, portable: true, cwd: staging, file: archive }, [
      'wopack.json',
      'tables',
      'files',
    ]);
    await chmod(archive, PRIVATE_FILE_MODE);
    await rename(archive, target);
    const notesSize = manifest.tables.some(
      ({ name, columns }) => name === 'backups' && columns.includes('size_bytes'),
    );
    await recordBackup(client, manifest.made_at, notesSize ? (await stat(target)).size : null);
    return manifest;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await client.end();
  }
}

/**
 * Fills an empty database and DATA_DIR from a backup; a backup of an older version is migrated. Rows are restored all or
 * none. The database is quiet afterwards.
 */
export async function restoreBackup(
  databaseUrl: string,
  dataDir: string,
  file: string,
): Promise<BackupManifest> {
  const staging = await mkdtemp(join(tmpdir(), 'wopack-restore-'));
  const client = await connect(databaseUrl);
  try {
    if (!(await isDatabaseEmpty(client)))
      throw new BackupError('This database is not empty. Restore into a new one.');
    await tar.extract({ file, cwd: staging });
    const manifest = JSON.parse(await readFile(join(staging, 'wopack.json'), 'utf8')) as BackupManifest;
    await assertNotNewer(manifest);

    await migrateTo(databaseUrl, manifest.migrations.at(-1));
    await cp(join(staging, 'files'), dataDir, { recursive: true });
    await restoreJobs(databaseUrl, manifest.jobs);
    const turnTriggersOn = await beginRestore(client, manifest.tables);
    for (const table of manifest.tables) {
      await pipeline(
        createReadStream(join(staging, 'tables', `${table.name}.copy`)),
        createTableWriter(client, table),
      );
    }
    await setSequences(client, manifest.sequences);
    await turnTriggersOn();
    await markUnfinished(client);
    await commit(client);
    await migrateTo(databaseUrl);
    await declareRestored(client, manifest.made_at);
    await analyze(client);
    return manifest;
  } finally {
    await client.end();
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Restores into an empty database, by default of a PostgreSQL of its own, which is removed afterwards, and notes in the
 * database of WoPack that it was possible. Nothing else of WoPack is changed.
 */
export async function tryBackup(databaseUrl: string, file: string, into?: string): Promise<BackupManifest> {
  const trialDir = await mkdtemp(join(tmpdir(), 'wopack-trial-'));
  try {
    const trial = into ? null : await startEmbedded(trialDir);
    const manifest = await restoreBackup(into ?? trial!.ownerUrl, trialDir, file).finally(() =>
      trial?.stop(),
    );
    const client = await connect(databaseUrl);
    await recordRestoreTrial(client, manifest.made_at).finally(() => client.end());
    return manifest;
  } finally {
    await rm(trialDir, { recursive: true, force: true });
  }
}

async function assertNotNewer({ format, migrations }: BackupManifest): Promise<void> {
  const supportedNames = new Set(await listMigrationNames());
  const unknownNames = migrations.filter((name) => !supportedNames.has(name));
  if (format === 1 && unknownNames.length === 0) return;
  throw new BackupError(
    `This backup was made by a newer WoPack (${unknownNames.join(', ') || `format ${format}`}). Update WoPack first.`,
  );
}

async function migrateTo(databaseUrl: string, name?: string): Promise<void> {
  const db = openDatabase(databaseUrl, 2);
  try {
    await migrate(db, name);
  } finally {
    await db.destroy();
  }
}
