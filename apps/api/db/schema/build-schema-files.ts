import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { readSchemaSql } from './schema-sql.queries.ts';
import { generateSchemaTypes } from './schema-types.ts';

/** What the migrations make of an empty database: text of the committed files, by path from the project's root. */
export async function buildSchemaFiles(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-schema-'));
  const embedded = await startEmbedded(dataDir);
  const db = openDatabase(embedded.url, 2);
  try {
    await migrate(db);
    return {
      'apps/api/db/schema.sql': await readSchemaSql(db),
      'apps/api/src/platform/db/schema.gen.ts': await generateSchemaTypes(db),
    };
  } finally {
    await db.destroy();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
