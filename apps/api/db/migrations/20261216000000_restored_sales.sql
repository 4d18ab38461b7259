-- A sale whose money a bank had given back, and took back by a later decision, may stand again; more than once.
ALTER TABLE orders
  ADD COLUMN restorations integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT orders_restorations_check CHECK (restorations >= 0) NOT VALID;
COMMENT ON COLUMN orders.restorations IS 'How often its sale was restored after a bank took back what it had given the buyer.';

ALTER TABLE order_refunds
  ADD COLUMN restorations integer NOT NULL DEFAULT 0,
  ADD COLUMN restored_at timestamptz,
  ADD CONSTRAINT order_refunds_restored_is_of_bank CHECK (restored_at IS NULL OR decided_by = 'bank') NOT VALID;
COMMENT ON COLUMN order_refunds.restorations IS 'How often the sale of the order had been restored before.';
COMMENT ON COLUMN order_refunds.restored_at IS 'When the sale was restored, which this refund had taken back.';

ALTER TABLE affiliate_shares
  ADD COLUMN restorations integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT affiliate_shares_reason_check,
  ADD CONSTRAINT affiliate_shares_reason_check CHECK (reason IN ('paid', 'collected', 'time_over', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded', 'restored')) NOT VALID;
COMMENT ON COLUMN affiliate_shares.restorations IS 'How often the sale of the order had been restored before.';

ALTER TABLE refunds
  DROP CONSTRAINT refunds_done_has_time,
  DROP CONSTRAINT refunds_state_check,
  ADD CONSTRAINT refunds_done_has_time CHECK ((done_at IS NOT NULL) = (state IN ('sent', 'settled', 'disputed', 'restored'))) NOT VALID,
  ADD CONSTRAINT refunds_state_check CHECK (state IN ('queued', 'waiting', 'sent', 'failed', 'refused', 'settled', 'disputed', 'restored')) NOT VALID;

ALTER TABLE ledger_transactions
  ADD COLUMN restorations integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT ledger_transactions_restorations_of_kind CHECK (CASE kind WHEN 'sale_restored' THEN restorations > 0
    WHEN 'cancellation' THEN restorations >= 0 WHEN 'order_refund' THEN restorations >= 0
    WHEN 'partial_refund' THEN restorations >= 0 ELSE restorations = 0 END) NOT VALID,
  DROP CONSTRAINT ledger_transactions_source_of_kind,
  ADD CONSTRAINT ledger_transactions_source_of_kind CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents,
    refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id,
    credit_month, provider_transfer_id, provider_payout_id, provider_payout_posting_number, note, credit_grant_id,
    credit_end_number) = CASE
    WHEN (kind = 'payment' AND payment_id IS NOT NULL) THEN 1
    WHEN (kind IN ('refund', 'refund_failed') AND num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0) THEN 3
    WHEN (kind IN ('sale', 'cancellation', 'order_refund', 'sale_restored') AND num_nulls(payment_id, order_id) = 0) THEN 2
    WHEN (kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0) THEN 3
    WHEN (kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0) THEN 3
    WHEN (kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL) THEN 1
    WHEN (kind = 'commission_vat' AND statement_id IS NOT NULL) THEN 1
    WHEN (kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0) THEN 2
    WHEN (kind IN ('transfer', 'transfer_reversal') AND provider_transfer_id IS NOT NULL) THEN 1
    WHEN (kind = 'provider_payout' AND num_nulls(provider_payout_id, provider_payout_posting_number) = 0) THEN 2
    WHEN (kind = 'credit_grant' AND credit_grant_id IS NOT NULL) THEN 1
    WHEN (kind = 'credit_end' AND num_nulls(credit_grant_id, credit_end_number) = 0) THEN 2
    WHEN (kind = 'adjustment' AND note IS NOT NULL) THEN 1
    ELSE -1
  END) NOT VALID;
COMMENT ON COLUMN ledger_transactions.restorations IS 'Of what takes a sale back: how often the sale had been restored before. Of a restored sale: this time included.';
