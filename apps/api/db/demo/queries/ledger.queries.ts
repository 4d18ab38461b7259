import { COMMISSION_CENTS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

const COMMISSION = sql`${COMMISSION_CENTS}::int`;

/** Transactions of one order in posting order, with their times; entries have debits positive. */
const LEDGER_STEPS = sql`
  (values
    (1, 'payment', payment, false, bought, bought),
    (2, 'sale', payment, false, bought, greatest(bought, countable)),
    (3, 'cancellation', order_reference, true, back_at, greatest(back_at, countable)),
    (4, 'refund', payment, true, back_at, back_at)) as one (step, kind, reference, back, at, counts)`;

const LEDGER_ENTRIES = sql`
  (values
    ('payment', 'provider', price_cents), ('payment', buyer, -price_cents),
    ('sale', buyer, price_cents), ('sale', seller, ${COMMISSION} - price_cents), ('sale', 'commission', -${COMMISSION}),
    ('cancellation', seller, price_cents - ${COMMISSION}), ('cancellation', 'commission', ${COMMISSION}),
    ('cancellation', buyer, -price_cents),
    ('refund', buyer, price_cents), ('refund', 'provider', -price_cents)) as entry (kind, code, amount)`;

/**
 * Posts the orders in `demo_sales` and their refunds as the modules would, in chronological order, which
 * movement lists rely on.
 */
export async function insertLedgerTransactions(trx: Trx): Promise<void> {
  await sql`
    create temporary table demo_bookings on commit drop as
    select price_cents, money_back, n, 'payment:' || payment_id as payment,
      'order:' || orders.id as order_reference, 'buyer:' || demo_sales.user_id as buyer,
      'seller:' || demo_sales.seller_id as seller, bought_at + interval '40 seconds' as bought,
      ends_at + interval '48 hours' as countable,
      case when demo_sales.state = 'refunded' then ends_at + interval '20 hours'
        else bought_at + interval '1 hour' end as back_at
    from demo_sales join orders using (payment_id, price_cents)`.execute(trx);
  await sql`
    insert into ledger_accounts (code)
    select 'provider' union select 'commission' union select buyer from demo_bookings
    union select seller from demo_bookings
    on conflict do nothing`.execute(trx);
  await sql`
    create temporary table demo_steps on commit drop as
    select demo_bookings.*, one.* from demo_bookings, lateral ${LEDGER_STEPS} where money_back or not back`.execute(
    trx,
  );
  await sql`
    with booked as (
      insert into ledger_transactions (kind, reference, created_at, effective_at)
      select kind, reference, at, counts from demo_steps order by at, n, step
      returning id, kind, reference
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents)
    select booked.id, account.id, entry.amount
    from booked
    join demo_steps using (kind, reference), lateral ${LEDGER_ENTRIES}
    join ledger_accounts account on account.code = entry.code
    where entry.kind = booked.kind and entry.amount <> 0
    order by booked.id`.execute(trx);
}
