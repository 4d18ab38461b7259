import { sql } from 'kysely';
import type { Db, DbOrTrx } from './database.ts';

export interface Recovery {
  recovered_at: Date;
  data_as_of: Date;
}

/** The first recovery that no operator has confirmed; null when there is none. */
export const findUnconfirmedRecovery = async (db: DbOrTrx): Promise<Recovery | null> =>
  (await db
    .selectFrom('recoveries')
    .select(['recovered_at', 'data_as_of'])
    .where('confirmed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) ?? null;

/** Whether rows of a backup were restored, and what follows them was interrupted. */
export async function isRestoreUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select to_regclass('public.unfinished_restore') is not null as unfinished`.execute(db);
  return rows[0]!.unfinished;
}

export const confirmRecoveries = (db: DbOrTrx, now: Date) =>
  db
    .updateTable('recoveries')
    .set({ confirmed_at: now })
    .where('confirmed_at', 'is', null)
    .returning(['recovered_at', 'data_as_of'])
    .execute();

/** Only the owner of the schema may: sequences are changed. */
export const declareRecovery = (db: Db, asOf: Date, now: Date) =>
  sql`select declare_recovery(${asOf}, ${now})`.execute(db);
