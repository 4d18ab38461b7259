import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

interface Quarter {
  /** Units sold less refunded ones. */
  packs: number;
  earning_cents: number;
  fees_cents: number;
}

export interface SellerYear {
  user_id: number;
  legal_name: string | null;
  address: string | null;
  country: string | null;
  vat_number: string | null;
  iban: string | null;
  holder: string | null;
  quarters: Quarter[];
}

/**
 * Consideration, fees and number of sales per seller and quarter, from the ledger, in a time zone's
 * calendar.
 */
export async function listSellerYears(db: Db, year: number, timeZone: string): Promise<SellerYear[]> {
  const { rows } = await sql<Omit<SellerYear, 'quarters'> & Quarter & { quarter: number }>`
    with moved as (
      select account.user_id,
        extract(quarter from t.created_at at time zone ${timeZone})::int as quarter,
        case t.kind when 'sale' then 1 when 'partial_refund' then 0 else -1 end as packs,
        -e.amount_cents as earning,
        coalesce((select -sum(other.amount_cents) from ledger_entries other join ledger_accounts fee
          on fee.id = other.account_id where other.transaction_id = t.id and fee.account_kind = 'commission'), 0) as fees
      from ledger_accounts account
      join ledger_entries e on e.account_id = account.id
      join ledger_transactions t on t.id = e.transaction_id
      where account.account_kind = 'seller' and t.kind in ('sale', 'cancellation', 'order_refund', 'partial_refund')
        and extract(year from t.created_at at time zone ${timeZone}) = ${year})
    select moved.user_id, legal_name, businesses.address, country, vat_number, iban, holder, quarter,
      sum(packs)::int as packs, sum(earning)::int as earning_cents, sum(fees)::int as fees_cents
    from moved
    left join businesses on businesses.user_id = moved.user_id
    left join payout_details details on details.user_id = moved.user_id
    group by moved.user_id, businesses.user_id, details.user_id, quarter
    order by moved.user_id, quarter`.execute(db);
  const sellers = new Map<number, SellerYear>();
  for (const { quarter, packs, earning_cents, fees_cents, ...seller } of rows) {
    const sellerYear = sellers.get(seller.user_id) ?? {
      ...seller,
      quarters: Array.from({ length: 4 }, () => ({ packs: 0, earning_cents: 0, fees_cents: 0 })),
    };
    sellerYear.quarters[quarter - 1] = { packs, earning_cents, fees_cents };
    sellers.set(seller.user_id, sellerYear);
  }
  return [...sellers.values()];
}
