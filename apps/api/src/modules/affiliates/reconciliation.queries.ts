import { sql } from 'kysely';
import type { ReconciliationSource } from '../../platform/reconciliation-source.ts';

/** Credits to partners are paid out of the commission. */
export const affiliateReconciliation: ReconciliationSource = async (db) => {
  const { rows } = await sql<{ partner_id: number; cents: string }>`
    SELECT partner_id, sum(amount_cents) AS cents FROM affiliate_credits GROUP BY partner_id`.execute(db);
  const credits = rows.map(({ partner_id, cents }) => [partner_id, Number(cents)] as const);
  return new Map<string, number>([
    ['commission', credits.reduce((sum, [, cents]) => sum + cents, 0)],
    ...credits.map(([partnerId, cents]) => [`partner:${partnerId}`, -cents] as const),
  ]);
};
