import type { Trx } from '../../platform/db/database.ts';
import { type LedgerAccount, toAccountColumns } from './accounts.ts';
import { getOrCreateAccounts, insertEntries, insertTransactions } from './ledger.queries.ts';

interface SourceFields {
  paymentId: number;
  orderId: number;
  /** What the buyer has back of the order in all. */
  refundedTotalCents: number;
  /** How often its sale was restored: before it was taken back, or with this time. */
  restorations: number;
  refundTransferId: number;
  /** Counts the postings of a transfer of a refund, from 1. */
  refundPostingNumber: number;
  disputeId: number;
  /** Counts the postings of a dispute, from 1. */
  disputePostingNumber: number;
  payoutId: number;
  statementId: number;
  partnerId: number;
  /** Its first day. */
  creditMonth: string;
  /** A transfer to an account at the provider, or its reversal. */
  providerTransferId: number;
  providerPayoutId: number;
  /** Counts the postings of a payout by the provider, from 1. */
  providerPayoutPostingNumber: number;
  creditGrantId: number;
  /** Counts the postings of credit that ends, from 1. */
  creditEndNumber: number;
  /** Names an adjustment, which no record explains. */
  note: string;
}

type Source<Kind, Field extends keyof SourceFields> = { kind: Kind } & Pick<SourceFields, Field> & {
    [Other in Exclude<keyof SourceFields, Field>]?: never;
  };

/** What happened, and what it happened to. A kind is posted at most once for its source. */
export type TransactionSource =
  | Source<'payment', 'paymentId'>
  | Source<'refund' | 'refund_failed', 'paymentId' | 'refundTransferId' | 'refundPostingNumber'>
  | Source<'sale', 'paymentId' | 'orderId'>
  | Source<'cancellation' | 'order_refund' | 'sale_restored', 'paymentId' | 'orderId' | 'restorations'>
  | Source<'partial_refund', 'paymentId' | 'orderId' | 'refundedTotalCents' | 'restorations'>
  | Source<'dispute', 'paymentId' | 'disputeId' | 'disputePostingNumber'>
  | Source<'payout' | 'payout_confirmed' | 'payout_returned', 'payoutId'>
  | Source<'commission_vat', 'statementId'>
  | Source<'affiliate_credit', 'partnerId' | 'creditMonth'>
  | Source<'transfer' | 'transfer_reversal', 'providerTransferId'>
  | Source<'provider_payout', 'providerPayoutId' | 'providerPayoutPostingNumber'>
  | Source<'credit_grant', 'creditGrantId'>
  | Source<'credit_end', 'creditGrantId' | 'creditEndNumber'>
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
export const postTransaction = async (trx: Trx, posting: Posting): Promise<boolean> =>
  (await postTransactions(trx, [posting])).length > 0;

/** Posts transactions of different kinds together. Returns the kinds that were not posted before. */
export async function postTransactions(trx: Trx, postings: readonly Posting[]): Promise<Posting['kind'][]> {
  const entries = await insertTransactions(
    trx,
    postings.map(toTransactionColumns),
    postings.flatMap(({ kind, entries }) =>
      entries.map(({ account, amountCents }) => ({
        kind,
        ...toAccountColumns(account),
        amount_cents: amountCents,
      })),
    ),
  );
  // A user's first posting creates the account.
  const accountlessEntries = entries.filter(({ account_id }) => account_id === null);
  if (accountlessEntries.length > 0) {
    const accountIds = await getOrCreateAccounts(trx, accountlessEntries);
    await insertEntries(
      trx,
      accountlessEntries.map(({ transaction_id, amount_cents }, index) => ({
        transaction_id,
        account_id: accountIds[index]!,
        amount_cents,
      })),
    );
  }
  return [...new Set(entries.map(({ kind }) => kind))];
}

const toTransactionColumns = (posting: Posting) => ({
  kind: posting.kind,
  payment_id: posting.paymentId,
  order_id: posting.orderId,
  refunded_total_cents: posting.refundedTotalCents,
  restorations: posting.restorations ?? 0,
  refund_transfer_id: posting.refundTransferId,
  refund_posting_number: posting.refundPostingNumber,
  dispute_id: posting.disputeId,
  dispute_posting_number: posting.disputePostingNumber,
  payout_id: posting.payoutId,
  statement_id: posting.statementId,
  partner_id: posting.partnerId,
  credit_month: posting.creditMonth,
  provider_transfer_id: posting.providerTransferId,
  provider_payout_id: posting.providerPayoutId,
  provider_payout_posting_number: posting.providerPayoutPostingNumber,
  credit_grant_id: posting.creditGrantId,
  credit_end_number: posting.creditEndNumber,
  note: posting.note,
  created_at: posting.now,
  effective_at: posting.effectiveAt ?? posting.now,
});
