import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const folder = join(import.meta.dirname, '../../../db/migrations');

/** Migrates to the latest version, or up to `upTo`. Kysely's lock makes concurrent processes wait. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
}

/** Names of all migrations, in order. */
export const listMigrationNames = async (): Promise<string[]> => Object.keys(await readMigrations()).sort();

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const readMigration = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  };
  return Object.fromEntries(await Promise.all(files.map(readMigration)));
}
