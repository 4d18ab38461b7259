import type { Trx } from '../../platform/db/database.ts';
import { accountIds, insertEntries, insertTransaction } from './ledger.queries.ts';

/** Accounts of the book. Debit is positive: what the provider holds for WoPack; what is owed is negative. */
export type Account =
  | 'provider'
  | 'commission'
  | 'disputes'
  | `seller:${number}`
  | `buyer:${number}`
  | `partner:${number}`;

export interface Posting {
  /** Names what happened, e.g. 'sale'. */
  kind: string;
  /** What it happened to, e.g. 'payment:31'. A kind is booked once for a reference, however often it is asked for. */
  reference: string;
  entries: { account: Account; amountCents: number }[];
  now: Date;
}

/** Books a transaction; the database refuses one that does not balance. False when it stood there already. */
export async function post(trx: Trx, { kind, reference, entries, now }: Posting): Promise<boolean> {
  const transaction = await insertTransaction(trx, { kind, reference, created_at: now });
  if (!transaction) return false;
  const ids = await accountIds(
    trx,
    entries.map(({ account }) => account),
  );
  await insertEntries(
    trx,
    entries.map(({ account, amountCents }) => ({
      transaction_id: transaction.id,
      account_id: ids.get(account)!,
      amount_cents: amountCents,
    })),
  );
  return true;
}
