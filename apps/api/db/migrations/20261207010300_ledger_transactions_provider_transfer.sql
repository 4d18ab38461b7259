-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_provider_transfer;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_provider_transfer ON ledger_transactions (provider_transfer_id)
  WHERE provider_transfer_id IS NOT NULL;
