import type { BusinessCountry, SellerKind } from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** Returns false when the user has entered no legal identity. */
export const verifyLegalIdentity = async (trx: Trx, userId: number, now: Date): Promise<boolean> =>
  (
    await trx
      .updateTable('legal_identities')
      .set({ verified_at: now })
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** What tax authorities ask of a seller besides the legal identity; null: does not apply to this kind. */
export interface TaxIdentity {
  kind: SellerKind;
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  register_number: string | null;
  tax_number: string;
  tax_country: BusinessCountry;
  post_code: string;
  city: string;
}

/** Legal identity of a user; undefined until they have entered it. */
export const findLegalIdentity = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('legal_identities')
    .select(['legal_name', 'address', 'country', 'vat_number'])
    .select(sql<number | null>`vat_percent::float8`.as('vat_percent'))
    .select(['kind', 'first_name', 'last_name', 'birth_date', 'register_number'])
    .select(['tax_number', 'tax_country', 'post_code', 'city'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** By user id, of those who entered one. */
export async function loadLegalNames(db: DbOrTrx, userIds: number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('legal_identities')
    .select(['user_id', 'legal_name'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.legal_name]));
}

export const upsertLegalIdentity = (
  db: DbOrTrx,
  userId: number,
  {
    legal_name,
    address,
    country,
    vat_number,
    vat_percent,
    updated_at,
    tax,
  }: Pick<
    Insertable<Database['legal_identities']>,
    'legal_name' | 'address' | 'country' | 'vat_number' | 'updated_at'
  > & {
    /** Undefined leaves it as it is. */
    vat_percent: number | null | undefined;
    /** Null leaves it as it is. */
    tax: TaxIdentity | null;
  },
) => {
  const change = {
    legal_name,
    address,
    country,
    vat_number,
    ...(vat_percent !== undefined && { vat_percent }),
    updated_at,
    // A checked identity is no longer the one that was checked.
    verified_at: null,
    ...(tax && {
      kind: tax.kind,
      first_name: tax.first_name,
      last_name: tax.last_name,
      birth_date: tax.birth_date,
      register_number: tax.register_number,
      tax_number: tax.tax_number,
      tax_country: tax.tax_country,
      post_code: tax.post_code,
      city: tax.city,
    }),
  };
  return db
    .insertInto('legal_identities')
    .values({ user_id: userId, ...change, retain_until: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
};

/** Whether something was ever posted to an account of theirs. */
export const hasEarnings = async (
  trx: Trx,
  userId: number,
  roles: readonly ('seller' | 'partner')[],
): Promise<boolean> =>
  (await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('ledger_entries.id')
    .where('ledger_accounts.user_id', '=', userId)
    .where('ledger_accounts.account_kind', 'in', roles)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Of a user without earnings the legal identity is deleted; otherwise it is retained until the end of the
 * legal retention.
 */
export async function retainOrDeleteLegalIdentity(trx: Trx, userId: number, until: Date): Promise<void> {
  await ((await hasEarnings(trx, userId, ['seller', 'partner']))
    ? trx.updateTable('legal_identities').set({ retain_until: until }).where('user_id', '=', userId).execute()
    : trx.deleteFrom('legal_identities').where('user_id', '=', userId).execute());
}

export const deleteLegalIdentitiesPastRetention = (db: DbOrTrx, now: Date) =>
  deleteInBatches(db, 'legal_identities', { by: 'retain_until', isDue: sql`retain_until <= ${now}` });
