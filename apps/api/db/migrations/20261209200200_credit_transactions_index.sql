-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_credit_grant;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_credit_grant ON ledger_transactions (credit_grant_id, kind, credit_end_number)
  NULLS NOT DISTINCT WHERE credit_grant_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payments_discount_code_id;
CREATE INDEX CONCURRENTLY payments_discount_code_id ON payments (discount_code_id) WHERE discount_code_id IS NOT NULL;
