import { COMMISSION_CENTS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

const COMMISSION = sql`${COMMISSION_CENTS}::int`;

/** Transactions of one order in posting order, with their times; entries have debits positive. */
const LEDGER_STEPS = sql`
  (values
    (1, 'payment', null::int, false, bought, bought),
    (2, 'sale', purchased_order_id, false, bought, greatest(bought, countable)),
    (3, 'cancellation', purchased_order_id, true, back_at, greatest(back_at, countable)),
    (4, 'refund', null, true, back_at, back_at)) as one (step, kind, order_id, back, at, counts)`;

const LEDGER_ENTRIES = sql`
  (values
    ('payment', 'provider', null, price_cents), ('payment', 'buyer', buyer_id, -price_cents),
    ('sale', 'buyer', buyer_id, price_cents), ('sale', 'seller', seller_id, ${COMMISSION} - price_cents),
    ('sale', 'commission', null, -${COMMISSION}),
    ('cancellation', 'seller', seller_id, price_cents - ${COMMISSION}),
    ('cancellation', 'commission', null, ${COMMISSION}),
    ('cancellation', 'buyer', buyer_id, -price_cents),
    ('refund', 'buyer', buyer_id, price_cents), ('refund', 'provider', null, -price_cents))
    as entry (kind, account_kind, user_id, amount)`;

/**
 * Posts the orders in `demo_sales` and their refunds as the modules would, in chronological order, which
 * movement lists rely on.
 */
export async function insertLedgerTransactions(trx: Trx): Promise<void> {
  await sql`
    create temporary table demo_postings on commit drop as
    select price_cents, is_refunded, n, payment_id, orders.id as purchased_order_id, demo_sales.user_id as buyer_id,
      demo_sales.seller_id, bought_at + interval '40 seconds' as bought,
      ends_at + interval '48 hours' as countable,
      case when demo_sales.state = 'refunded' then ends_at + interval '20 hours'
        else bought_at + interval '1 hour' end as back_at
    from demo_sales join orders using (payment_id, price_cents)`.execute(trx);
  await sql`
    insert into ledger_accounts (account_kind, user_id)
    select 'provider', null::int union select 'commission', null::int union select 'buyer', buyer_id from demo_postings
    union select 'seller', seller_id from demo_postings
    on conflict do nothing`.execute(trx);
  await sql`
    create temporary table demo_steps on commit drop as
    select demo_postings.*, one.* from demo_postings, lateral ${LEDGER_STEPS} where is_refunded or not back`.execute(
    trx,
  );
  await sql`
    with booked as (
      insert into ledger_transactions (kind, payment_id, order_id, created_at, effective_at)
      select kind, payment_id, order_id, at, counts from demo_steps order by at, n, step
      returning id, kind, payment_id
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents)
    select booked.id, account.id, entry.amount
    from booked
    join demo_steps using (kind, payment_id), lateral ${LEDGER_ENTRIES}
    join ledger_accounts account on account.account_kind = entry.account_kind
      and coalesce(account.user_id, 0) = coalesce(entry.user_id, 0)
    where entry.kind = booked.kind and entry.amount <> 0
    order by booked.id`.execute(trx);
}
