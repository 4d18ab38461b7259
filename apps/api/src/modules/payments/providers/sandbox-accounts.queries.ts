import type { sandboxAccountOutcomes } from '@wopack/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { NewAccount } from './account-provider.ts';

/** One for each reference. */
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
      .onConflict((conflict) => conflict.column('ref').doUpdateSet({ user_id: sql`excluded.user_id` }))
      .returning('ref')
      .executeTakeFirstOrThrow()
  ).ref;

export const findSandboxAccountOfUser = async (
  db: Db,
  userId: number,
  since: Date | null,
): Promise<string | null> =>
  (
    await db
      .selectFrom('sandbox_accounts')
      .select('ref')
      .where('user_id', '=', userId)
      .$if(since !== null, (accounts) => accounts.where('created_at', '>', since))
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.ref ?? null;

/** The name is that which the payee has now: the sandbox keeps none. */
export const findSandboxAccount = (db: Db, ref: string) =>
  db
    .selectFrom('sandbox_accounts')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'sandbox_accounts.user_id')
    .innerJoin('users', 'users.id', 'sandbox_accounts.user_id')
    .select(['sandbox_accounts.country', 'sandbox_accounts.kind', 'outcome', 'deadline'])
    .select(sql<string>`coalesce(legal_name, concat_ws(' ', users.name, users.surname))`.as('holder'))
    .where('ref', '=', ref)
    .executeTakeFirst();

export const insertSandboxAccountLink = (
  db: Db,
  link: { token: string; account_ref: string; return_url: string; refresh_url: string; expires_at: Date },
) => db.insertInto('sandbox_account_links').values(link).execute();

/** Opens a link the first time, while it is valid. */
export const openSandboxAccountLink = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('sandbox_account_links')
      .set({ opened_at: now })
      .where('token', '=', token)
      .where('opened_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const findSandboxAccountLink = (db: Db, token: string) =>
  db
    .selectFrom('sandbox_account_links')
    .innerJoin('sandbox_accounts', 'sandbox_accounts.ref', 'sandbox_account_links.account_ref')
    .select([
      'sandbox_account_links.account_ref',
      'sandbox_account_links.return_url',
      'sandbox_account_links.refresh_url',
      'sandbox_account_links.opened_at',
      'sandbox_accounts.kind',
      'sandbox_accounts.country',
    ])
    .where('sandbox_account_links.token', '=', token)
    .executeTakeFirst();

export const updateSandboxAccount = (
  db: Db,
  ref: string,
  change: { outcome: (typeof sandboxAccountOutcomes)[number]; deadline: Date | null },
) => db.updateTable('sandbox_accounts').set(change).where('ref', '=', ref).execute();

export const deleteOldSandboxAccountLinks = (db: Db, before: Date) =>
  db.deleteFrom('sandbox_account_links').where('expires_at', '<', before).execute();
