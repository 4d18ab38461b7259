import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const findPayoutDetails = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payout_details')
    .select(['iban', 'holder', 'held_until', 'updated_at', 'locked_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Until when payouts to a changed account wait; null when they do not. */
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
    .values({ user_id, iban, holder, held_until, updated_at, locked_until: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ iban, holder, held_until, updated_at }),
    )
    .execute();

/** Somebody who never earned anything is owed no memory; of the others it is locked away. */
export const deletePayoutDetails = (trx: Trx, userId: number) =>
  trx.deleteFrom('payout_details').where('user_id', '=', userId).execute();

export const retainPayoutDetailsUntil = (trx: Trx, userId: number, until: Date) =>
  trx.updateTable('payout_details').set({ locked_until: until }).where('user_id', '=', userId).execute();

/** Whose legal term is over, and to whom nothing is due: a payout may have come back long after they left. */
export const deletePayoutDetailsPastRetention = (db: Db, now: Date) =>
  sql`delete from payout_details details where locked_until <= ${now} and not exists (
    select from ledger_accounts account join ledger_entries e on e.account_id = account.id
    where account.code in ('seller:' || details.user_id, 'partner:' || details.user_id)
    group by account.id having sum(e.amount_cents) <> 0)`.execute(db);

/** What was paid out to a person, and where to. */
export const listPayoutsOfUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payouts')
    .select(['amount_cents', 'state', 'iban', 'holder', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Where payouts of long ago went to, and the files that told the bank; how much it was stays in the books. */
export async function eraseBankAccountsBefore(db: Db, before: Date): Promise<void> {
  await sql`update payouts set iban = '', holder = '' from payout_runs run
    where run.id = run_id and run.made_at < ${before} and payouts.iban <> ''`.execute(db);
  await db
    .updateTable('payout_runs')
    .set({ file: null })
    .where('made_at', '<', before)
    .where('file', 'is not', null)
    .execute();
}
