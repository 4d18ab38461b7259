import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/**
 * Runs inserts without the indexes and foreign keys of some tables and recreates them afterwards, which is
 * much faster for a million rows. Unique constraints stay.
 */
export async function withoutIndexes(
  trx: Trx,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: foreignKeys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${tables}::regclass[])`.execute(trx);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables}::regclass[]) and not indisunique`.execute(trx);
  for (const { table, name } of foreignKeys) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(trx);
  }
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(trx);
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(trx);
  for (const { table, name, definition } of foreignKeys) {
    await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    );
  }
}

const DEMO_LOCK_KEY = 20261121;

/**
 * Whether there are no users. Of concurrent processes one gets the lock, the others wait until it has
 * seeded.
 */
export async function lockAndCheckEmpty(trx: Trx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK_KEY})`.execute(trx);
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}
