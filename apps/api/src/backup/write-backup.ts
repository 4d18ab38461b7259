import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../platform/private-file.ts';
import {
  commit,
  connect,
  holdStill,
  jobsIn,
  migrationsIn,
  readTable,
  sequencesIn,
  tablesIn,
} from './backup.queries.ts';
import type { Contents } from './contents.ts';

/** What of DATA_DIR belongs into a backup: the database is copied row by row, mail already sent is of no use. */
const FILES = ['media', 'vapid-keys.json'];

/**
 * Writes one file with everything that a WoPack is: rows, photos, keys, work that waits. WoPack may run meanwhile; the
 * rows are those of one moment. The file appears whole or not at all.
 */
export async function writeBackup(databaseUrl: string, dataDir: string, file: string): Promise<Contents> {
  const target = resolve(file);
  await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const staging = await mkdtemp(join(dirname(target), '.backup-'));
  const client = await connect(databaseUrl);
  try {
    await holdStill(client);
    const contents: Contents = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations: await migrationsIn(client),
      tables: await tablesIn(client),
      sequences: await sequencesIn(client),
      jobs: await jobsIn(client),
    };
    await mkdir(join(staging, 'tables'));
    for (const table of contents.tables) {
      await pipeline(
        readTable(client, table),
        createWriteStream(join(staging, 'tables', `${table.name}.copy`)),
      );
    }
    await commit(client);
    await writeFile(join(staging, 'wopack.json'), JSON.stringify(contents, null, 2));
    await mkdir(join(staging, 'files'));
    for (const name of FILES.filter((each) => existsSync(join(dataDir, each)))) {
      await symlink(join(resolve(dataDir), name), join(staging, 'files', name));
    }
    const whole = join(staging, 'whole.tar.gz');
    await tar.create({ gzip: true, follow: true, portable: true, cwd: staging, file: whole }, [
      'wopack.json',
      'tables',
      'files',
    ]);
    await chmod(whole, PRIVATE_FILE_MODE);
    await rename(whole, target);
    return contents;
  } finally {
    await client.end();
    await rm(staging, { recursive: true, force: true });
  }
}
