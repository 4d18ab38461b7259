import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const findPayoutDetails = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payout_details')
    .select(['iban', 'holder', 'held_until', 'updated_at', 'retain_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Until when payouts to a changed account are blocked; null when they are not. */
export const findHeldUntil = async (db: DbOrTrx, userId: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('payout_details')
      .select('held_until')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.held_until ?? null;

export const isEmailVerified = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (
    await db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).email_verified_at !== null;

export const upsertPayoutDetails = (
  trx: Trx,
  {
    user_id,
    iban,
    holder,
    held_until,
    updated_at,
  }: {
    user_id: number;
    iban: string;
    holder: string;
    held_until: Date | null;
    updated_at: Date;
  },
) =>
  trx
    .insertInto('payout_details')
    .values({ user_id, iban, holder, held_until, updated_at, retain_until: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ iban, holder, held_until, updated_at }),
    )
    .execute();

/**
 * For users without earnings; of others the payout details are locked until the end of the legal retention.
 */
export const deletePayoutDetails = (trx: Trx, userId: number) =>
  trx.deleteFrom('payout_details').where('user_id', '=', userId).execute();

export const retainPayoutDetailsUntil = (trx: Trx, userId: number, until: Date) =>
  trx.updateTable('payout_details').set({ retain_until: until }).where('user_id', '=', userId).execute();

/**
 * Details past their retention, unless a balance is due: a payout may have come back long after the account
 * was deleted.
 */
export const deletePayoutDetailsPastRetention = (db: Db, now: Date) =>
  sql`delete from payout_details details where retain_until <= ${now} and not exists (
    select from ledger_accounts account join ledger_entries e on e.account_id = account.id
    where account.user_id = details.user_id and account.account_kind in ('seller', 'partner')
    group by account.id having sum(e.amount_cents) <> 0)`.execute(db);
