import { sql } from 'kysely';
import { type AccountSumRow, parseAccountSums, type ReconciliationSource } from './accounts.ts';

/**
 * Balances implied by statements and payouts: VAT taken out of the commission, payouts in transit and
 * arrived.
 */
export const settlementReconciliation: ReconciliationSource = async (db) => {
  const { rows } = await sql<AccountSumRow>`
    SELECT 'commission' AS account_kind, NULL::int AS user_id, coalesce(sum(vat_cents), 0) AS cents FROM statements holds
      WHERE NOT EXISTS (SELECT FROM statements WHERE corrects = holds.id)
    UNION ALL
    SELECT 'vat', NULL, coalesce(-sum(vat_cents), 0) FROM statements holds
      WHERE NOT EXISTS (SELECT FROM statements WHERE corrects = holds.id)
    UNION ALL
    SELECT role, user_id, sum(amount_cents) FROM payouts WHERE state <> 'returned' GROUP BY role, user_id
    UNION ALL
    SELECT CASE state WHEN 'confirmed' THEN 'bank' ELSE 'payouts' END, NULL, -sum(amount_cents)
      FROM payouts WHERE state <> 'returned' GROUP BY 1`.execute(db);
  return parseAccountSums(rows);
};
