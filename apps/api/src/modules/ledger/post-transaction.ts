import type { Trx } from '../../platform/db/database.ts';
import { type LedgerAccount, toAccountColumns } from './accounts.ts';
import { getOrCreateAccounts, insertEntries, insertTransaction } from './ledger.queries.ts';

interface SourceFields {
  paymentId: number;
  orderId: number;
  /** What the buyer has back of the order in all. */
  refundedTotalCents: number;
  partialRefundId: number;
  disputeId: number;
  /** Counts the postings of a dispute, from 1. */
  disputePostingNumber: number;
  payoutId: number;
  statementId: number;
  partnerId: number;
  /** Its first day. */
  creditMonth: string;
  /** Names an adjustment, which no record explains. */
  note: string;
}

type Source<Kind, Field extends keyof SourceFields> = { kind: Kind } & Pick<SourceFields, Field> & {
    [Other in Exclude<keyof SourceFields, Field>]?: never;
  };

/** What happened, and what it happened to. A kind is posted at most once for its source. */
export type TransactionSource =
  | Source<'payment' | 'refund', 'paymentId'>
  | Source<'refund', 'paymentId' | 'partialRefundId'>
  | Source<'sale' | 'cancellation' | 'order_refund', 'paymentId' | 'orderId'>
  | Source<'partial_refund', 'paymentId' | 'orderId' | 'refundedTotalCents'>
  | Source<'dispute', 'paymentId' | 'disputeId' | 'disputePostingNumber'>
  | Source<'payout' | 'payout_confirmed' | 'payout_returned', 'payoutId'>
  | Source<'commission_vat', 'statementId'>
  | Source<'affiliate_credit', 'partnerId' | 'creditMonth'>
  | Source<'adjustment', 'note'>;

export type Posting = TransactionSource & {
  entries: { account: LedgerAccount; amountCents: number }[];
  now: Date;
  /**
   * When the posting counts on statements and for payouts; `now` by default. Postings of an order count
   * from `effectiveFrom` of its pickup window; shares of an ended month count for that month.
   */
  effectiveAt?: Date;
};

/** Posts a transaction; the database refuses an unbalanced one. Returns false when it was posted before. */
export async function postTransaction(trx: Trx, posting: Posting): Promise<boolean> {
  const { kind, now, effectiveAt = now } = posting;
  const transaction = await insertTransaction(trx, {
    kind,
    payment_id: posting.paymentId,
    order_id: posting.orderId,
    refunded_total_cents: posting.refundedTotalCents,
    partial_refund_id: posting.partialRefundId,
    dispute_id: posting.disputeId,
    dispute_posting_number: posting.disputePostingNumber,
    payout_id: posting.payoutId,
    statement_id: posting.statementId,
    partner_id: posting.partnerId,
    credit_month: posting.creditMonth,
    note: posting.note,
    created_at: now,
    effective_at: effectiveAt,
  });
  if (!transaction) return false;
  const entries = posting.entries.map(({ account, amountCents }) => ({
    ...toAccountColumns(account),
    amountCents,
  }));
  const accounts = await getOrCreateAccounts(trx, entries);
  await insertEntries(
    trx,
    entries.map(({ account_kind, user_id, amountCents }) => ({
      transaction_id: transaction.id,
      account_id: accounts.find(
        (account) => account.account_kind === account_kind && account.user_id === user_id,
      )!.id,
      amount_cents: amountCents,
    })),
  );
  return true;
}
