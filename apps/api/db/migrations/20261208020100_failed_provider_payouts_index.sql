-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS provider_payouts_failed;
CREATE INDEX CONCURRENTLY provider_payouts_failed ON provider_payouts (account_ref, created_at)
  WHERE status = 'failed';
