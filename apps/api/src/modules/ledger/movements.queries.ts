import type { MovementKind } from '@wopack/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';

/** Movement kind of an entry as its user sees it; null for entries that are internal to the ledger. */
export const movementKind = sql`case
  when account.code like 'buyer:%' then case t.kind when 'payment' then 'purchase' when 'refund' then 'refund' end
  else case t.kind when 'sale' then 'sale' when 'cancellation' then 'reversal' when 'order_refund' then 'reversal'
    when 'partial_refund' then 'partial_refund' when 'affiliate_credit' then 'share' when 'payout' then 'payout'
    when 'payout_returned' then 'payout_returned' else 'other' end end`;

/**
 * Positive when in the user's favour. A buyer's account holds what they paid in, other accounts what they
 * are owed.
 */
export const movementCents = sql`case when account.code like 'buyer:%' then e.amount_cents else -e.amount_cents end`;

/** Joins the order that transaction `t` is about: columns `order_id` and `text`, the product name. */
export const orderJoin = sql`
  left join lateral (select split_part(t.reference, ':', 1) as what, split_part(t.reference, ':', 2) as number) ref on true
  left join lateral (select case ref.what when 'payment' then ref.number::int when 'partial_refund'
    then (select payment_id from partial_refunds where id = ref.number::int) end as id) paid on true
  left join lateral (
    select id, product_name from orders where id = case ref.what when 'order' then ref.number::int end
    union all select id, product_name from orders where payment_id = paid.id limit 1) about on true
  left join lateral (select products.name from payments join products on products.id = payments.product_id
    where about.id is null and payments.id = paid.id) wanted on true`;

export const orderColumns = sql`about.id as order_id, coalesce(about.product_name, wanted.name, '') as text`;

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
  (select id, code from ledger_accounts where code = any(${(
    role ? [role] : ['buyer', 'seller', 'partner']
  ).map((name) => `${name}:${userId}`)}::text[])) account`;

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
    select e.id, split_part(e.code, ':', 1) as role, e.kind, t.created_at as at, t.effective_at as counts_from,
      e.amount_cents, ${orderColumns}
    from (
      select mine.id, mine.transaction_id, mine.kind, mine.amount_cents, account.code from ${selectAccounts(filter)},
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
