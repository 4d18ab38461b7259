import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../platform/files/private-files.ts';
import {
  beginSnapshot,
  commit,
  connect,
  createTableReader,
  getSequences,
  listMigrations,
  listPendingJobs,
  listTables,
} from './backup.queries.ts';
import type { BackupManifest } from './backup-manifest.ts';

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
    return manifest;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await client.end();
  }
}
