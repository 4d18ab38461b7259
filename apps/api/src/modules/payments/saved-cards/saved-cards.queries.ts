import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';

type ProviderName = PaymentProvider['name'];

/** Under which reference the provider has the cards of a user. */
export const findCustomer = async (
  db: DbOrTrx,
  userId: number,
  provider: ProviderName,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('payment_customers')
      .select('ref')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst()
  )?.ref;

/** The reference that is stored, instead of `formerRef`: of two requests at the same time both get that of the first. */
export async function saveCustomer(
  db: Db,
  customer: { user_id: number; provider: ProviderName; ref: string; created_at: Date },
  formerRef?: string,
): Promise<string> {
  if (formerRef !== undefined)
    await db
      .updateTable('payment_customers')
      .set({ ref: customer.ref, created_at: customer.created_at })
      .where('user_id', '=', customer.user_id)
      .where('provider', '=', customer.provider)
      .where('ref', '=', formerRef)
      .execute();
  else
    await db
      .insertInto('payment_customers')
      .values(customer)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return (await findCustomer(db, customer.user_id, customer.provider))!;
}

export const listCustomers = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payment_customers')
    .select(['provider', 'ref', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** From now on the provider is to forget them. */
export const eraseCustomers = (trx: Trx, userId: number) =>
  trx.updateTable('payment_customers').set({ user_id: null }).where('user_id', '=', userId).execute();

export const listErasedCustomers = (db: Db, provider: ProviderName, limit: number) =>
  db
    .selectFrom('payment_customers')
    .select(['id', 'ref'])
    .where('user_id', 'is', null)
    .where('provider', '=', provider)
    .orderBy('id')
    .limit(limit)
    .execute();

export const deleteCustomer = (db: Db, id: number) =>
  db.deleteFrom('payment_customers').where('id', '=', id).execute();
