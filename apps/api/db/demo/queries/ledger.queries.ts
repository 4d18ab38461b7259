import { COMMISSION_CENTS } from '@wopack/rules';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/** Books the sales in `demo_sales`, and what of them was given back, as the ledger module would one by one. */
export async function bookSales(trx: Trx): Promise<void> {
  await sql`
    insert into ledger_accounts (code)
    select 'provider' union select 'commission' union select 'seller:' || seller_id from demo_sales
    on conflict do nothing`.execute(trx);
  await book(trx, 'sale', 1);
  await book(trx, 'refund', -1);
}

async function book(trx: Trx, kind: 'sale' | 'refund', sign: 1 | -1): Promise<void> {
  await sql`
    with booked as (
      insert into ledger_transactions (kind, reference, created_at)
      select ${kind}, 'payment:' || payment_id,
        case when ${kind} = 'sale' then bought_at + interval '40 seconds'
          when state = 'refunded' then ends_at + interval '20 hours'
          else bought_at + interval '1 hour' end
      from demo_sales
      where ${kind} = 'sale' or money_back
      order by bought_at, n
      returning id, reference
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents)
    select booked.id, account.id, ${sign}::int * entry.amount
    from booked
    join demo_sales sale on 'payment:' || sale.payment_id = booked.reference,
      lateral (values ('provider', sale.price_cents),
        ('seller:' || sale.seller_id, ${COMMISSION_CENTS}::int - sale.price_cents),
        ('commission', -${COMMISSION_CENTS}::int)) as entry (code, amount)
    join ledger_accounts account on account.code = entry.code
    where entry.amount <> 0`.execute(trx);
}
