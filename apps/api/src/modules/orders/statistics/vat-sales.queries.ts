import { sql } from 'kysely';
import { isInScope } from '../../../platform/db/business-scope.ts';
import type { Db } from '../../../platform/db/database.ts';
import { selectBusinessDiscountBack } from '../../credit/index.ts';
import { vatRateOfOrder } from '../invoices/invoices.queries.ts';
import type { SalesFilter } from './sales.queries.ts';
import type { VatLine } from './vat-sales.rules.ts';

/**
 * Sales by the date of their slot, and what went back of them on its own date, but not before that of the sale: until
 * then nobody has invoiced it. Either those with a rate, or those that have none to split by.
 */
export async function listVatLines(
  db: Db,
  { scope, salePlaceId, productId, range: { from, to } }: SalesFilter,
  hasRate: boolean,
) {
  const { rows } = await sql<
    VatLine & {
      order_id: number;
      date: string;
      place_name: string;
      product_name: string;
      invoice_name: string | null;
      invoice_tax_number: string | null;
    }
  >`
    select order_id, product_name, invoice_name, invoice_tax_number, place_name, date, kind, before_cents, after_cents,
      vat_rate
    from (
      select orders.id as order_id, orders.product_name, orders.invoice_name, orders.invoice_tax_number,
        sale_places.name as place_name, line.date, line.kind,
        -- The business sells at the price less its own discount.
        line.before_cents - ${selectBusinessDiscountBack(sql.ref('line.before_cents'), 'orders')} as before_cents,
        line.after_cents - ${selectBusinessDiscountBack(sql.ref('line.after_cents'), 'orders')} as after_cents,
        ${vatRateOfOrder} as vat_rate
      from orders
      join pickup_slots slot on slot.id = orders.slot_id
      join sale_places on sale_places.id = orders.sale_place_id
      cross join lateral (
        with refund as (
          -- What was back before it, without what was restored.
          select made.total_cents, made.created_at, made.restored_at, coalesce((select max(other.total_cents) from order_refunds other
            where other.order_id = made.order_id and other.restored_at is null and other.restorations <= made.restorations
              and other.total_cents < made.total_cents), 0) as before_cents
          from order_refunds made where made.order_id = orders.id)
        select slot.date, 'sale' as kind, 0 as before_cents, orders.price_cents as after_cents
        union all
        select greatest(slot.date, (refund.created_at at time zone sale_places.time_zone)::date), 'refund',
          refund.before_cents, refund.total_cents
        from refund
        union all
        -- The sale stands again, as far as a bank had given it back.
        select greatest(slot.date, (refund.restored_at at time zone sale_places.time_zone)::date), 'restored',
          refund.total_cents, refund.before_cents
        from refund where refund.restored_at is not null
        union all
        -- A cancelled order has no entry for the rest of its price; when it was cancelled, the ledger says.
        select greatest(slot.date, (
            select (reversal.created_at at time zone sale_places.time_zone)::date from ledger_transactions reversal
            where reversal.order_id = orders.id and reversal.kind = 'cancellation')),
          'refund', coalesce(max(refund.total_cents), 0), orders.refunded_cents
        from refund where refund.restored_at is null
        having orders.refunded_cents > coalesce(max(refund.total_cents), 0)
      ) line
      where ${isInScope(scope, 'orders.seller_id', 'orders.sale_place_id')}
        and line.date between ${from} and ${to}
        -- Coarse bounds for the index; refunds come later than their orders.
        and orders.pickup_start < ${to}::date + interval '3 days'
        and (orders.pickup_start >= ${from}::date - interval '2 days' or orders.refunded_cents > 0 or orders.restorations > 0)
        and (${salePlaceId}::int is null or orders.sale_place_id = ${salePlaceId})
        and (${productId}::int is null or orders.product_id = ${productId})
    ) lines
    where (vat_rate is not null and vat_rate <> to_jsonb('mixed'::text)) = ${hasRate}
    order by date, order_id, kind desc, before_cents`.execute(db);
  return rows;
}
