import { type Insertable, sql } from 'kysely';
import type { Database, DbOrTrx } from '../../../platform/db/database.ts';
import { selectCardReturned } from '../../payments/index.ts';
import { selectProductNames } from '../../products/index.ts';
import { invoiceColumns, ownVatRate } from '../invoices/invoices.queries.ts';

/** Legal identity of the seller now, joined as `issuer`; all null until they have entered it. */
export const issuerColumns = [
  'issuer.legal_name as issuer_name',
  'issuer.address as issuer_address',
  'issuer.post_code as issuer_post_code',
  'issuer.city as issuer_city',
  'issuer.country as issuer_country',
  'issuer.vat_number as issuer_vat_number',
  sql<number | null>`issuer.vat_percent::float8`.as('issuer_vat_percent'),
] as const;

export const findOrderForReceipt = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .leftJoin('legal_identities as issuer', 'issuer.user_id', 'orders.seller_id')
    .select(issuerColumns)
    .select(['orders.id', 'orders.user_id', 'orders.seller_id', 'orders.product_name', 'orders.created_at'])
    .select(['orders.price_cents', 'orders.refunded_cents', 'orders.pickup_start', 'orders.pickup_end'])
    .select([
      'payments.card_last4',
      'payments.method',
      'sale_places.name as place_name',
      'sale_places.address as place_address',
    ])
    .select(['sale_places.time_zone', 'payments.created_at as held_at', 'orders.is_perishable'])
    .select(['orders.quantity', 'orders.returned_quantity'])
    .select(['orders.credit_cents', 'orders.discount_cents', 'orders.discount_payer'])
    .select(selectCardReturned(sql.ref('orders.payment_id')).as('card_returned_cents'))
    .select([...invoiceColumns, ownVatRate.as('own_vat_rate')])
    .select(selectProductNames(sql.ref('orders.product_id')).as('product_names'))
    .where('orders.id', '=', id)
    .executeTakeFirst();

const receiptColumns = [
  'seller_name',
  'seller_address',
  'seller_country',
  'vat_number',
  sql<number | null>`vat_percent::float8`.as('vat_percent'),
] as const;

export const findReceipt = (db: DbOrTrx, orderId: number) =>
  db.selectFrom('receipts').select(receiptColumns).where('order_id', '=', orderId).executeTakeFirst();

export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** What an earlier caller recorded stays; then undefined. */
export const insertReceipt = (db: DbOrTrx, receipt: Insertable<Database['receipts']>) =>
  db
    .insertInto('receipts')
    .values(receipt)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning(receiptColumns)
    .executeTakeFirst();
