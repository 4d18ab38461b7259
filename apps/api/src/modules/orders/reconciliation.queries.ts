import { sql } from 'kysely';
import { type AccountSumRow, parseAccountSums, type ReconciliationSource } from '../ledger/index.ts';

/**
 * What orders by themselves say: a buyer spent the price less what went back; of one given back wholly nobody earned, a
 * partial refund comes out of the seller's earning alone.
 */
export const orderReconciliation: ReconciliationSource = async (db) => {
  const { rows } = await sql<AccountSumRow>`
    SELECT 'buyer' AS account_kind, user_id, sum(price_cents - refunded_cents) AS cents FROM orders GROUP BY user_id
    UNION ALL
    SELECT 'seller', seller_id, -sum(earning_cents - refunded_cents)
      FROM orders WHERE refunded_cents < price_cents GROUP BY seller_id
    UNION ALL
    SELECT 'commission', NULL, coalesce(-sum(commission_cents), 0) FROM orders WHERE refunded_cents < price_cents`.execute(
    db,
  );
  return parseAccountSums(rows);
};
