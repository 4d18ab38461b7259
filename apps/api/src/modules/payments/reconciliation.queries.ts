import { sql } from 'kysely';
import type { ReconciliationSource } from '../ledger/index.ts';

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
  const disputed = Number(disputeLosses.rows[0]!.cents);
  const paid = rows.reduce((sum, { cents }) => sum + Number(cents), 0);
  return [
    { account_kind: 'provider', user_id: null, cents: paid - disputed },
    { account_kind: 'disputes', user_id: null, cents: disputed },
    ...rows.map(({ user_id, cents }) => ({ account_kind: 'buyer' as const, user_id, cents: -Number(cents) })),
  ];
};
