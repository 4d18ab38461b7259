import { COMMISSION_CENTS } from '@wopack/rules';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

type Kind = 'payment' | 'sale' | 'cancellation' | 'refund';

/** Whose account, and how much, of one sale; debit positive. */
const entries: Record<Kind, ReturnType<typeof sql>> = {
  payment: sql`('provider', price_cents), (buyer, -price_cents)`,
  sale: sql`(buyer, price_cents), (seller, ${COMMISSION_CENTS}::int - price_cents), ('commission', -${COMMISSION_CENTS}::int)`,
  cancellation: sql`(seller, price_cents - ${COMMISSION_CENTS}::int), ('commission', ${COMMISSION_CENTS}::int), (buyer, -price_cents)`,
  refund: sql`(buyer, price_cents), ('provider', -price_cents)`,
};

/** Books the sales in `demo_sales`, and what of them was given back, as the modules would one by one. */
export async function bookSales(trx: Trx): Promise<void> {
  await sql`
    create temporary table demo_bookings on commit drop as
    select payment_id, price_cents, bought_at, ends_at, money_back, n, 'payment:' || payment_id as payment,
      'order:' || orders.id as order_reference, 'buyer:' || demo_sales.user_id as buyer,
      'seller:' || demo_sales.seller_id as seller,
      case when demo_sales.state = 'refunded' then ends_at + interval '20 hours'
        else bought_at + interval '1 hour' end as back_at
    from demo_sales join orders using (payment_id, price_cents)`.execute(trx);
  await sql`
    insert into ledger_accounts (code)
    select 'provider' union select 'commission' union select buyer from demo_bookings
    union select seller from demo_bookings
    on conflict do nothing`.execute(trx);
  for (const kind of ['payment', 'sale', 'cancellation', 'refund'] as const) await book(trx, kind);
}

async function book(trx: Trx, kind: Kind): Promise<void> {
  const back = kind === 'cancellation' || kind === 'refund';
  const reference = sql.ref(kind === 'cancellation' ? 'order_reference' : 'payment');
  const at = back ? sql`back_at` : sql`bought_at + interval '40 seconds'`;
  const counts =
    kind === 'payment' || kind === 'refund' ? at : sql`greatest(${at}, ends_at + interval '48 hours')`;
  await sql`
    with booked as (
      insert into ledger_transactions (kind, reference, created_at, effective_at)
      select ${kind}, ${reference}, ${at}, ${counts}
      from demo_bookings
      where not ${back} or money_back
      order by ${at}, n
      returning id, reference
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents)
    select booked.id, account.id, entry.amount
    from booked
    join demo_bookings on ${reference} = booked.reference,
      lateral (values ${entries[kind]}) as entry (code, amount)
    join ledger_accounts account on account.code = entry.code
    where entry.amount <> 0`.execute(trx);
}
