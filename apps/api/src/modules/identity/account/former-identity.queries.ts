import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { getRetentionEnd } from '../identity.rules.ts';
import { hasEarnings } from './legal-identity.queries.ts';

/**
 * Keeps who a founder is, and where they are paid, at the moment when they hand the business over. Without a legal identity,
 * which an account that is deleted may lack, their name.
 */
export const insertFormerIdentity = (trx: Trx, founderId: number, now: Date) =>
  sql`
    insert into former_legal_identities (user_id, ended_at, legal_name, address, country, vat_number, kind, first_name,
      last_name, birth_date, register_number, tax_number, tax_country, post_code, city, iban, holder, retain_until)
    select users.id, ${now}, coalesce(legal_name, trim(users.name || ' ' || users.surname)), coalesce(address, ''), country,
      coalesce(vat_number, ''), kind, first_name, last_name, birth_date, register_number, tax_number, tax_country, post_code,
      identity.city, iban, holder, ${getRetentionEnd(now)}
    from users
    left join legal_identities identity on identity.user_id = users.id
    left join payout_details on payout_details.user_id = users.id
    where users.id = ${founderId}
    on conflict do nothing`.execute(trx);

const selectFormerIdentity = (db: DbOrTrx, businessId: number) =>
  db
    .selectFrom('former_legal_identities')
    .select(['ended_at', 'legal_name', 'address', 'country', 'vat_number', 'tax_number', 'post_code', 'city'])
    .where('user_id', '=', businessId);

/** Undefined when the business was not handed over, or longer ago than the law requires to know. */
export const findFormerIdentity = (db: DbOrTrx, businessId: number) =>
  selectFormerIdentity(db, businessId).executeTakeFirst();

/** With all that is kept. */
export const findFormerIdentityForExport = (db: DbOrTrx, founderId: number) =>
  selectFormerIdentity(db, founderId)
    .select(['kind', 'first_name', 'last_name', 'birth_date', 'register_number', 'tax_country'])
    .select(['iban', 'holder', 'retain_until'])
    .executeTakeFirst();

/** Of a founder whose business never earned anything nothing is retained. */
export async function deleteFormerIdentityWithoutEarnings(trx: Trx, founderId: number): Promise<void> {
  if (!(await hasEarnings(trx, founderId, ['seller'])))
    await trx.deleteFrom('former_legal_identities').where('user_id', '=', founderId).execute();
}

export const deleteFormerIdentitiesPastRetention = (db: DbOrTrx, now: Date) =>
  deleteInBatches(db, 'former_legal_identities', { by: 'retain_until', isDue: sql`retain_until <= ${now}` });
