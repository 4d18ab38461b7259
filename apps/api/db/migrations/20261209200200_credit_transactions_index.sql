-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_credit_grant;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_credit_grant ON ledger_transactions (credit_grant_id, kind, credit_end_number)
  NULLS NOT DISTINCT WHERE credit_grant_id IS NOT NULL;
