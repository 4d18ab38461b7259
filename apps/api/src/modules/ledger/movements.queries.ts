import type { MovementKind } from '@wopack/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';

/** Movement kind of an entry as its user sees it; null for entries that are internal to the ledger. */
export const movementKind = sql`case
  when account.account_kind = 'buyer' then case t.kind when 'payment' then 'purchase' when 'refund' then 'refund' end
  else case t.kind when 'sale' then 'sale' when 'cancellation' then 'reversal' when 'order_refund' then 'reversal'
    when 'partial_refund' then 'partial_refund' when 'affiliate_credit' then 'share' when 'payout' then 'payout'
    when 'payout_returned' then 'payout_returned' else 'other' end end`;

/**
 * Positive when in the user's favour. A buyer's account holds what they paid in, other accounts what they
 * are owed.
 */
export const movementCents = sql`case when account.account_kind = 'buyer' then e.amount_cents else -e.amount_cents end`;

/** Joins the order of the payment that transaction `t` belongs to, or else the product it was meant for. */
export const orderJoin = sql`
  left join orders on orders.payment_id = t.payment_id
  left join lateral (select products.name from payments join products on products.id = payments.product_id
    where orders.id is null and payments.id = t.payment_id) unsold on true`;

export const orderColumns = sql`orders.id as order_id, coalesce(orders.product_name, unsold.name, '') as text`;

export interface MovementFilter {
  userId: number;
  role: string | null;
  kind: MovementKind | null;
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

export interface Movement {
  id: string;
  role: 'buyer' | 'seller' | 'partner';
  kind: MovementKind;
  at: Date;
  counts_from: Date;
  amount_cents: number;
  order_id: number | null;
  text: string;
}

const selectAccounts = ({ userId, role }: MovementFilter) => sql`
  (select id, account_kind from ledger_accounts
    where user_id = ${userId} and (${role}::text is null or account_kind = ${role})) account`;

const matchesFilter = ({ kind, from, to }: MovementFilter): RawBuilder<unknown> => sql`
  ${movementKind} is not null and (${kind}::text is null or ${movementKind} = ${kind})
  and (${from}::timestamptz is null or t.created_at >= ${from})
  and (${to}::timestamptz is null or t.created_at < ${to})`;

/** Newest first. Each account is read backwards from its newest entry and no further than the page needs. */
export async function listMovements(
  db: DbOrTrx,
  filter: MovementFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select e.id, e.account_kind as role, e.kind, t.created_at as at, t.effective_at as counts_from,
      e.amount_cents, ${orderColumns}
    from (
      select mine.id, mine.transaction_id, mine.kind, mine.amount_cents, account.account_kind from ${selectAccounts(filter)},
        lateral (select e.id, e.transaction_id, ${movementKind} as kind, ${movementCents} as amount_cents
          from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account_id = account.id and (${before}::bigint is null or e.id < ${before}) and ${matchesFilter(filter)}
          order by e.id desc limit ${limit}) mine
      order by mine.id desc limit ${limit}) e
    join ledger_transactions t on t.id = e.transaction_id ${orderJoin}
    order by e.id desc`.execute(db);
  return rows;
}

export async function sumMovements(db: DbOrTrx, filter: MovementFilter) {
  const { rows } = await sql<{ count: number; in_cents: string; out_cents: string }>`
    select count(*)::int as count, coalesce(sum(cents) filter (where cents > 0), 0) as in_cents,
      coalesce(-sum(cents) filter (where cents < 0), 0) as out_cents
    from ${selectAccounts(filter)}, lateral (select ${movementCents} as cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account_id = account.id and ${matchesFilter(filter)}) mine`.execute(db);
  const { count, in_cents, out_cents } = rows[0]!;
  return { count, in_cents: Number(in_cents), out_cents: Number(out_cents) };
}
