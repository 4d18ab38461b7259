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

/** Whether no migration of this version is missing; false where they cannot be read. A newer version may have more. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows: tables } = await sql<{ isReadable: boolean }>`
    SELECT coalesce(has_table_privilege(to_regclass('public.kysely_migration'), 'SELECT'), false) AS "isReadable"`.execute(
    db,
  );
  if (!tables[0]!.isReadable) return false;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const appliedNames = new Set(rows.map(({ name }) => name));
  return (await listMigrationNames()).every((name) => appliedNames.has(name));
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
