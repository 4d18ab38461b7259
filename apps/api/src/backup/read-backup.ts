import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { openDatabase } from '../platform/db/database.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { putJobsBack } from '../platform/jobs.ts';
import {
  analyze,
  beginAsTheyWere,
  commit,
  connect,
  isEmpty,
  setSequences,
  writeTable,
} from './backup.queries.ts';
import { BackupError, type Contents } from './contents.ts';

/**
 * Fills an empty database and DATA_DIR with what a backup holds. A backup of an older WoPack is brought up to date on
 * the way. All rows go in or none; started again after a fall it does the rest.
 */
export async function readBackup(databaseUrl: string, dataDir: string, file: string): Promise<Contents> {
  const staging = await mkdtemp(join(tmpdir(), 'wopack-restore-'));
  const client = await connect(databaseUrl);
  try {
    if (!(await isEmpty(client)))
      throw new BackupError('This database is not empty. Restore into a new one.');
    await tar.extract({ file, cwd: staging });
    const contents = JSON.parse(await readFile(join(staging, 'wopack.json'), 'utf8')) as Contents;
    await refuseNewer(contents);

    await migrateTo(databaseUrl, contents.migrations.at(-1));
    await cp(join(staging, 'files'), dataDir, { recursive: true });
    await putJobsBack(databaseUrl, contents.jobs);
    await beginAsTheyWere(client, contents.tables);
    for (const table of contents.tables) {
      await pipeline(
        createReadStream(join(staging, 'tables', `${table.name}.copy`)),
        writeTable(client, table),
      );
    }
    await setSequences(client, contents.sequences);
    await commit(client);
    await migrateTo(databaseUrl);
    await analyze(client);
    return contents;
  } finally {
    await client.end();
    await rm(staging, { recursive: true, force: true });
  }
}

async function refuseNewer({ format, migrations }: Contents): Promise<void> {
  const known = new Set(await knownMigrations());
  const unknown = migrations.filter((name) => !known.has(name));
  if (format === 1 && unknown.length === 0) return;
  throw new BackupError(
    `This backup was made by a newer WoPack (${unknown.join(', ') || `format ${format}`}). Update WoPack first.`,
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
