import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { openDatabase } from '../platform/db/database.ts';
import { listMigrationNames, migrate } from '../platform/db/migrate.ts';
import { restoreJobs } from '../platform/jobs.ts';
import {
  analyze,
  beginRestore,
  commit,
  connect,
  createTableWriter,
  isDatabaseEmpty,
  setSequences,
} from './backup.queries.ts';
import { BackupError, type BackupManifest } from './backup-manifest.ts';

/**
 * Fills an empty database and DATA_DIR from a backup; a backup of an older version is migrated. Rows are
 * restored all or none; a repeated run continues after an interruption.
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
    await beginRestore(client, manifest.tables);
    for (const table of manifest.tables) {
      await pipeline(
        createReadStream(join(staging, 'tables', `${table.name}.copy`)),
        createTableWriter(client, table),
      );
    }
    await setSequences(client, manifest.sequences);
    await commit(client);
    await migrateTo(databaseUrl);
    await analyze(client);
    return manifest;
  } finally {
    await client.end();
    await rm(staging, { recursive: true, force: true });
  }
}

async function assertNotNewer({ format, migrations }: BackupManifest): Promise<void> {
  const backupNames = new Set(await listMigrationNames());
  const unknownNames = migrations.filter((name) => !backupNames.has(name));
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
