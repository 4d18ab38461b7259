import type { Trx } from '../../platform/db/database.ts';
import { getOrCreateAccountIds, insertEntries, insertTransaction } from './ledger.queries.ts';

/**
 * Account codes. Debits are positive: assets, such as money the provider holds for WoPack. Liabilities and income are
 * negative.
 * - `provider`: charged by the card provider and not refunded.
 * - `buyer:7`: a payment without an order yet, or a refund in transit.
 * - `seller:7`, `partner:7`: owed to them.
 * - `commission`: earned, VAT included until a statement moves it to `vat`; partners' shares are paid out of it.
 * - `disputes`: charged back by cardholders' banks, WoPack's loss.
 * - `payouts`: in transit to bank accounts; `bank`: arrived there.
 */
export type LedgerAccount =
  | 'provider'
  | 'commission'
  | 'disputes'
  | 'vat'
  | 'payouts'
  | 'bank'
  | `seller:${number}`
  | `buyer:${number}`
  | `partner:${number}`;

export interface Posting {
  /** What happened, e.g. 'sale'. */
  kind: string;
  /** What it happened to, e.g. 'payment:31'. A kind is posted at most once per reference. */
  reference: string;
  entries: { account: LedgerAccount; amountCents: number }[];
  now: Date;
  /**
   * When the posting counts on statements and for payouts; `now` by default. Postings of an order count
   * from `effectiveFrom` of its pickup window; shares of an ended month count for that month.
   */
  effectiveAt?: Date;
}

/** Posts a transaction; the database refuses an unbalanced one. Returns false when it was posted before. */
export async function postTransaction(
  trx: Trx,
  { kind, reference, entries, now, effectiveAt = now }: Posting,
): Promise<boolean> {
  const transaction = await insertTransaction(trx, {
    kind,
    reference,
    created_at: now,
    effective_at: effectiveAt,
  });
  if (!transaction) return false;
  const accountIds = await getOrCreateAccountIds(
    trx,
    entries.map(({ account }) => account),
  );
  await insertEntries(
    trx,
    entries.map(({ account, amountCents }) => ({
      transaction_id: transaction.id,
      account_id: accountIds.get(account)!,
      amount_cents: amountCents,
    })),
  );
  return true;
}
