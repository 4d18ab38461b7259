import type { CreditSource } from '@wopack/contract';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type AccountSumRow, isAmong, parseAccountSums, type ReconciliationSource } from '../ledger/index.ts';

export interface Grant {
  userId: number;
  source: CreditSource;
  amountCents: number;
  /** The business that pays it; null: the operator does. */
  sellerId: number | null;
  /** What it is for. */
  orderId?: number | null;
  /** That it was given for. */
  codeId?: number | null;
  /** Null: it has no end. */
  endsAt: Date | null;
  /** Shown to the buyer. */
  note?: string | null;
  createdBy?: number | null;
}

/** Undefined when the order has credit for a late cancellation already. */
export const insertGrant = (
  trx: Trx,
  { userId, source, amountCents, sellerId, endsAt, ...grant }: Grant,
  now: Date,
) =>
  trx
    .insertInto('credit_grants')
    .values({
      user_id: userId,
      source,
      amount_cents: amountCents,
      left_cents: amountCents,
      seller_id: sellerId,
      order_id: grant.orderId ?? null,
      code_id: grant.codeId ?? null,
      ends_at: endsAt,
      note: grant.note ?? null,
      created_by: grant.createdBy ?? null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('order_id').where('source', '=', sql.lit('late_cancellation')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();

/**
 * Ends a grant, and takes what is left of it; undefined when nothing is. What comes back of it later from a hold cannot be
 * used either. With a maximum below what is left the rest stays usable.
 */
export async function endGrantRow(
  trx: Trx,
  grantId: number,
  { now, maxCents }: { now: Date; maxCents: number | null },
) {
  const { rows } = await sql<{ user_id: number; seller_id: number | null; cents: number }>`
    UPDATE credit_grants SET left_cents = credit_grants.left_cents - ending.cents, ended_cents = ended_cents + ending.cents,
      ends_at = CASE WHEN credit_grants.left_cents > ending.cents THEN ends_at ELSE least(ends_at, ${now}) END
    FROM (SELECT id, least(left_cents, ${maxCents}::int) AS cents FROM credit_grants WHERE id = ${grantId}
      FOR NO KEY UPDATE) ending
    WHERE credit_grants.id = ending.id
    RETURNING credit_grants.user_id, credit_grants.seller_id, ending.cents`.execute(trx);
  return rows[0] && rows[0].cents > 0 ? rows[0] : undefined;
}

/** How often the grant ended before, and from when it counts. The caller has locked it. */
export async function getGrantPostings(trx: Trx, grantId: number) {
  const { rows } = await sql<{ ends: number; counts_from: Date }>`
    SELECT (count(*) FILTER (WHERE kind = 'credit_end'))::int AS ends, max(effective_at) AS counts_from
    FROM ledger_transactions WHERE credit_grant_id = ${grantId}`.execute(trx);
  return rows[0]!;
}

/**
 * Balances implied by credit: what is left of it, on hold and used was paid by a business or the operator, and is the
 * buyer's until an order spends it.
 */
export const creditReconciliation: ReconciliationSource = async (db, records) => {
  if (records && records.kind !== 'credit_grant') return [];
  const { rows } = await sql<AccountSumRow>`
    WITH paid AS (
      SELECT user_id, seller_id, left_cents + coalesce((SELECT sum(uses.amount_cents - uses.returned_cents)
        FROM credit_uses uses WHERE uses.grant_id = credit_grants.id), 0) AS cents
      FROM credit_grants WHERE ${isAmong('id', records)})
    SELECT 'credit' AS account_kind, user_id, -sum(cents) AS cents FROM paid GROUP BY user_id
    UNION ALL
    SELECT CASE WHEN seller_id IS NULL THEN 'promotions' ELSE 'seller' END, seller_id, sum(cents)
      FROM paid GROUP BY seller_id`.execute(db);
  return parseAccountSums(rows);
};
