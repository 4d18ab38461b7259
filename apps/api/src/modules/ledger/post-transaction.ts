import type { Trx } from '../../platform/db/database.ts';
import { getOrCreateAccountIds, insertEntries, insertTransaction } from './ledger.queries.ts';

/**
 * Accounts of the book. Debit is positive: what somebody holds for WoPack; what WoPack owes or has earned is negative.
 * - `provider`: what the card provider took and has not sent back.
 * - `buyer:7`: money that came and is not spent yet, or is on its way back.
 * - `seller:7`, `partner:7`: what they are owed.
 * - `commission`: earned, VAT included until a statement takes it out to `vat`; partners' shares come out of it.
 * - `disputes`: taken back by cardholders' banks, WoPack's loss.
 * - `payouts`: on its way to bank accounts; `bank`: arrived there.
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
  /** Names what happened, e.g. 'sale'. */
  kind: string;
  /** What it happened to, e.g. 'payment:31'. A kind is booked once for a reference, however often it is asked for. */
  reference: string;
  entries: { account: LedgerAccount; amountCents: number }[];
  now: Date;
  /**
   * From when it counts on statements and for paying out; by default now. What belongs to an order
   * counts from `payableAt` of its window; shares of a month that is over count for that month.
   */
  effectiveAt?: Date;
}

/** Books a transaction; the database refuses one that does not balance. False when it stood there already. */
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
