import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { NewAccount } from './account-provider.ts';

/** The account of the same user, if there is one. */
export const insertSandboxAccount = async (
  db: Db,
  ref: string,
  { userId, country, kind }: NewAccount,
  now: Date,
): Promise<string> =>
  (
    await db
      .insertInto('sandbox_accounts')
      .values({
        ref,
        user_id: userId,
        country,
        kind,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: sql`excluded.user_id` }))
      .returning('ref')
      .executeTakeFirstOrThrow()
  ).ref;

export const findSandboxAccountOfUser = async (db: Db, userId: number): Promise<string | null> =>
  (await db.selectFrom('sandbox_accounts').select('ref').where('user_id', '=', userId).executeTakeFirst())
    ?.ref ?? null;

export const findSandboxAccount = (db: Db, ref: string) =>
  db
    .selectFrom('sandbox_accounts')
    .select(['country', 'kind', 'outcome', 'deadline'])
    .where('ref', '=', ref)
    .executeTakeFirst();

export const insertSandboxAccountLink = (
  db: Db,
  link: { token: string; account_ref: string; return_url: string; refresh_url: string; expires_at: Date },
) => db.insertInto('sandbox_account_links').values(link).execute();

export const deleteOldSandboxAccountLinks = (db: Db, before: Date) =>
  db.deleteFrom('sandbox_account_links').where('expires_at', '<', before).execute();
