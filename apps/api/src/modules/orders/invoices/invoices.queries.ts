import type { VatRate } from '@wopack/domain';
import { sql } from 'kysely';
import { updateInBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Invoice } from './invoices.rules.ts';

/** That of the product alone, as of the purchase. */
export const ownVatRate = sql<VatRate>`case when orders.is_vat_mixed then to_jsonb('mixed'::text)
  else to_jsonb(orders.vat_percent) end`;

/** That of the product as of the purchase, else the one that the seller states: on the receipt, or now. */
export const vatRateOfOrder = sql<VatRate>`case when orders.is_vat_mixed then to_jsonb('mixed'::text)
  else to_jsonb(coalesce(orders.vat_percent,
    (select receipts.vat_percent from receipts where receipts.order_id = orders.id),
    (select legal_identities.vat_percent from legal_identities where legal_identities.user_id = orders.seller_id))) end`;

export const invoiceColumns = [
  'orders.invoice_name',
  'orders.invoice_tax_number',
  'orders.invoice_given_at',
] as const;

/** Returns false, and changes nothing, when it says that already. */
export const updateInvoice = async (
  trx: Trx,
  orderId: number,
  { invoice_name, invoice_tax_number }: Invoice,
  now: Date,
): Promise<boolean> =>
  (
    await trx
      .updateTable('orders')
      .set({ invoice_name, invoice_tax_number, invoice_given_at: invoice_tax_number === null ? null : now })
      .where('id', '=', orderId)
      .where(({ or, eb }) =>
        or([
          eb('invoice_name', 'is distinct from', invoice_name),
          eb('invoice_tax_number', 'is distinct from', invoice_tax_number),
        ]),
      )
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** Removes the details from orders that were placed before an instant. */
export const removeOldInvoices = (db: DbOrTrx, before: Date) =>
  updateInBatches(
    db,
    'orders',
    sql`invoice_name = NULL, invoice_tax_number = NULL, invoice_given_at = NULL`,
    {
      by: 'created_at',
      isDue: sql`invoice_tax_number IS NOT NULL AND created_at < ${before}`,
    },
  );

/** Kept for the next purchase. */
export const findInvoiceDetails = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('invoice_details')
    .select(['name', 'tax_number'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const saveInvoiceDetails = (
  db: DbOrTrx,
  userId: number,
  details: { name: string | null; tax_number: string; updated_at: Date },
) =>
  db
    .insertInto('invoice_details')
    .values({ user_id: userId, ...details })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(details))
    .execute();

export const deleteInvoiceDetails = (db: DbOrTrx, userId: number) =>
  db.deleteFrom('invoice_details').where('user_id', '=', userId).execute();
