import { sql } from 'kysely';
import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { erasePayoutAccount, findPayoutAccount } from './payout-accounts/payout-accounts.queries.ts';
import { eraseCustomers, listCustomers } from './saved-cards/saved-cards.queries.ts';

const selectPayments = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payments')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .select(['payments.id', 'payments.product_id', 'payments.amount_cents', 'payments.state'])
    .select(['payments.provider', 'payments.card_last4', 'payments.failure_description'])
    .select(['payments.method', 'payments.phone_ending'])
    .select(['payments.failure_code', 'payments.created_at', 'payments.settled_at'])
    .select(['payments.invoice_name', 'payments.invoice_tax_number'])
    .select('products.name as product_name')
    .where('payments.user_id', '=', userId)
    .orderBy('payments.id');

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

async function* exportPayments(db: DbOrTrx, userId: number) {
  const read = (last: Row | null, limit: number) =>
    selectPayments(db, userId)
      .$if(last !== null, (query) => query.where('payments.id', '>', last!.id))
      .limit(limit)
      .execute();
  for await (const rows of readBatches(read))
    yield rows.map((row) => ({
      id: row.id,
      product: { id: row.product_id, name: row.product_name },
      amount_cents: row.amount_cents,
      state: row.state,
      provider: row.provider,
      method: row.method,
      card: row.card_last4,
      phone_ending: row.phone_ending,
      failure: row.failure_description ?? row.failure_code,
      invoice_name: row.invoice_name,
      invoice_tax_number: row.invoice_tax_number,
      created_at: row.created_at.toISOString(),
      settled_at: row.settled_at?.toISOString() ?? null,
    }));
}

export const paymentPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const [customers, account] = await Promise.all([
      listCustomers(db, userId),
      findPayoutAccount(db, userId),
    ]);
    return {
      payout_account: account
        ? {
            provider: account.provider,
            ref: account.ref,
            state: account.state,
            bank_last4: account.bank_last4,
            created_at: account.created_at.toISOString(),
          }
        : null,
      payments: exportPayments(db, userId),
      saved_cards: customers.map(({ provider, ref, created_at }) => ({
        provider,
        customer: ref,
        created_at: created_at.toISOString(),
      })),
    };
  },
  /** The user's own holds, and holds of other users on the user's products. */
  async listDeletionBlockers(db, { id: userId, businessIds }) {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('products', 'products.id', 'payments.product_id')
      .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
      .select('products.name')
      .distinct()
      .where('payments.state', 'in', ['pending', 'refund_due'])
      .where(({ or, eb }) =>
        or([
          eb('payments.user_id', '=', userId),
          eb.and([
            eb('sale_places.seller_id', '=', sql<number>`any(${businessIds}::int[])`),
            eb('payments.state', '=', 'pending'),
          ]),
        ]),
      )
      .execute();
    return rows.length ? [{ name: 'paying', detail: rows.map(({ name }) => name).join(', ') }] : [];
  },
  async erase(trx, { id: userId }) {
    await eraseCustomers(trx, userId);
    await erasePayoutAccount(trx, userId);
    await trx
      .updateTable('payments')
      .set({ card_last4: null, client_secret: null, failure_description: null })
      .set({ network_hash: null, card_fingerprint: null, phone_ending: null })
      .set({ invoice_name: null, invoice_tax_number: null })
      .where('user_id', '=', userId)
      .execute();
    return [];
  },
};
