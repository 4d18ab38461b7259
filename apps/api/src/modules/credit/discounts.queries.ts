import { type RawBuilder, sql } from 'kysely';

const column = (name: string, alias: string | undefined) => sql.ref(alias ? `${alias}.${name}` : name);

/** What the business has back of the discount that it paid, once so much of the price is refunded. */
export const selectBusinessDiscountBack = (refundedCents: RawBuilder<unknown>, alias?: string) =>
  sql<number>`CASE ${column('discount_payer', alias)} WHEN 'business' THEN (${column('discount_cents', alias)}::bigint * ${refundedCents}
    + ${column('price_cents', alias)} - 1) / ${column('price_cents', alias)} ELSE 0 END`;

/**
 * Of an order what the business still pays as a discount. Without an alias in the words of the index
 * `orders_to_transfer_net`.
 */
export const selectBusinessDiscount = (alias?: string) =>
  sql<number>`CASE ${column('discount_payer', alias)} WHEN 'business' THEN ${column('discount_cents', alias)}
    - (${column('discount_cents', alias)}::bigint * ${column('refunded_cents', alias)} + ${column('price_cents', alias)} - 1) / ${column('price_cents', alias)} ELSE 0 END`;
