-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_provider_payout;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_provider_payout
  ON ledger_transactions (provider_payout_id, provider_payout_posting_number) WHERE provider_payout_id IS NOT NULL;
