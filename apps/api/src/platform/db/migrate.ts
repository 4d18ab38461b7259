import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { LOCK_NOT_AVAILABLE } from './database-pool.ts';

const folder = join(import.meta.dirname, '../../../db/migrations');

/**
 * A statement that waits for a lock makes all later ones on its table wait behind it, reads too: it gives up after this
 * time, lets them pass and tries again.
 */
export const MIGRATION_LOCK_TIMEOUT = '2s';
const RETRY_DELAY_MS = 1000;
const MAX_LOCKED_TRIES = 60;
const RUN_LOCK_KEY = 20261201;

/**
 * The first line of a migration that builds indexes CONCURRENTLY. Each of its statements, which end with a line, commits
 * by itself, so that the migration must be able to run again after a part of it.
 */
export const NO_TRANSACTION_MARK = '-- no transaction';

/** Repeats what failed because of a lock. */
export async function repeatWhileLocked<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MAX_LOCKED_TRIES) throw error;
      await wait(RETRY_DELAY_MS);
    }
  }
}

/**
 * Migrates to the latest version, or up to `upTo`. Each migration has a transaction of its own, so that locks are kept
 * briefly; in a new database, which nobody uses, they share one. Concurrent processes wait.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrations = await readMigrations();
  await db.connection().execute(async (connection) => {
    await takeRunLock(connection);
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: async () => migrations },
      });
      const all = await migrator.getMigrations();
      const pending = all.filter(
        ({ name, executedAt }) => executedAt === undefined && (upTo === undefined || name <= upTo),
      );
      const isNew = all.every(({ executedAt }) => executedAt === undefined);
      for (const { lastName, disableTransactions } of groupIntoTransactions(pending, isNew))
        await repeatWhileLocked(async () => {
          const { error } = await migrator.migrateTo(lastName, { disableTransactions });
          if (error) throw error;
        });
    } finally {
      await sql`SELECT pg_advisory_unlock(${RUN_LOCK_KEY})`.execute(connection);
    }
  });
}

function groupIntoTransactions(pending: readonly MigrationInfo[], isNew: boolean) {
  const groups: { lastName: string; disableTransactions: boolean }[] = [];
  for (const { name, migration } of pending) {
    const { isWithoutTransaction: disableTransactions = false } = migration as SqlMigration;
    const last = groups.at(-1);
    if (isNew && last && !last.disableTransactions && !disableTransactions) last.lastName = name;
    else groups.push({ lastName: name, disableTransactions });
  }
  return groups;
}

/** By trying: whoever waits in a statement keeps a snapshot, for whose end an index that is built CONCURRENTLY waits. */
async function takeRunLock(connection: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isTaken: boolean }>`
      SELECT pg_try_advisory_lock(${RUN_LOCK_KEY}) AS "isTaken"`.execute(connection);
    if (rows[0]!.isTaken) return;
    await wait(LOCK_POLL_MS);
  }
}

const LOCK_POLL_MS = 200;

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

interface SqlMigration extends Migration {
  isWithoutTransaction?: boolean;
}

async function readMigrations(): Promise<Record<string, SqlMigration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const readMigration = async (name: string): Promise<[string, SqlMigration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name.slice(0, -'.sql'.length), buildMigration(text)];
  };
  return Object.fromEntries(await Promise.all(files.map(readMigration)));
}

/** Limits of the role for statements of requests and jobs do not count: an index may take longer. */
export const buildMigration = (text: string): SqlMigration =>
  text.startsWith(NO_TRANSACTION_MARK)
    ? {
        isWithoutTransaction: true,
        async up(db) {
          await sql`SET statement_timeout = 0`.execute(db);
          await sql`SET lock_timeout = ${sql.lit(MIGRATION_LOCK_TIMEOUT)}`.execute(db);
          for (const statement of text.split(/;\s*$/m).filter((part) => /^(?!--)\S/m.test(part)))
            await sql.raw(statement).execute(db);
        },
      }
    : {
        async up(db) {
          await sql`SET LOCAL statement_timeout = 0`.execute(db);
          await sql`SET LOCAL lock_timeout = ${sql.lit(MIGRATION_LOCK_TIMEOUT)}`.execute(db);
          await sql.raw(text).execute(db);
        },
      };
