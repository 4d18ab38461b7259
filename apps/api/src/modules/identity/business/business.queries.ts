import type { Insertable } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Legal identity of a user; undefined until they have entered it. */
export const findBusiness = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('businesses')
    .select(['legal_name', 'address', 'country', 'vat_number'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const upsertBusiness = (
  db: DbOrTrx,
  userId: number,
  {
    legal_name,
    address,
    country,
    vat_number,
    updated_at,
  }: Omit<Insertable<Database['businesses']>, 'user_id' | 'retain_until'>,
) => {
  const change = { legal_name, address, country, vat_number, updated_at };
  return db
    .insertInto('businesses')
    .values({ user_id: userId, ...change, retain_until: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
};

/**
 * Of a user without earnings the legal identity is deleted; otherwise it is retained until the end of the
 * legal retention.
 */
export async function retainOrDeleteBusiness(trx: Trx, userId: number, until: Date): Promise<void> {
  const firstEarning = await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('ledger_entries.id')
    .where('ledger_accounts.user_id', '=', userId)
    .where('ledger_accounts.account_kind', '!=', 'buyer')
    .limit(1)
    .executeTakeFirst();
  await (firstEarning
    ? trx.updateTable('businesses').set({ retain_until: until }).where('user_id', '=', userId).execute()
    : trx.deleteFrom('businesses').where('user_id', '=', userId).execute());
}

export const deleteBusinessesPastRetention = (db: DbOrTrx, now: Date) =>
  db.deleteFrom('businesses').where('retain_until', '<=', now).execute();
