import { sql } from 'kysely';
import type { ReconciliationSource } from '../ledger/index.ts';

/** Credits to partners are paid out of the commission. */
export const affiliateReconciliation: ReconciliationSource = async (db) => {
  const { rows } = await sql<{ partner_id: number; cents: string }>`
    SELECT partner_id, sum(amount_cents) AS cents FROM affiliate_credits GROUP BY partner_id`.execute(db);
  const credited = rows.reduce((sum, { cents }) => sum + Number(cents), 0);
  return [
    { account_kind: 'commission', user_id: null, cents: credited },
    ...rows.map(({ partner_id, cents }) => ({
      account_kind: 'partner' as const,
      user_id: partner_id,
      cents: -Number(cents),
    })),
  ];
};
