import { sql } from 'kysely';
import type { ReconciliationSource } from '../../platform/reconciliation-source.ts';

/**
 * What payments by themselves say: what came to the provider and did not go back is owed to buyers until spent; what
 * disputes took is WoPack's loss.
 */
export const paymentReconciliation: ReconciliationSource = async (db) => {
  const { rows } = await sql<{ user_id: number; cents: string }>`
    SELECT user_id, sum(CASE state WHEN 'refunded' THEN unsent ELSE amount_cents - sent END) AS cents
    FROM payments, LATERAL (
      SELECT coalesce(sum(amount_cents) FILTER (WHERE sent_at IS NULL), 0) AS unsent,
        coalesce(sum(amount_cents) FILTER (WHERE sent_at IS NOT NULL), 0) AS sent
      FROM partial_refunds WHERE payment_id = payments.id) part
    WHERE state IN ('paid', 'refund_due', 'refunded') GROUP BY user_id`.execute(db);
  const disputeLosses = await sql<{ cents: string }>`
    SELECT coalesce(sum(withdrawn_cents), 0) AS cents FROM disputes`.execute(db);
  const buyerBalances = rows.map(({ user_id, cents }) => [user_id, Number(cents)] as const);
  const disputed = Number(disputeLosses.rows[0]!.cents);
  return new Map<string, number>([
    ['provider', buyerBalances.reduce((sum, [, cents]) => sum + cents, 0) - disputed],
    ['disputes', disputed],
    ...buyerBalances.map(([userId, cents]) => [`buyer:${userId}`, -cents] as const),
  ]);
};
