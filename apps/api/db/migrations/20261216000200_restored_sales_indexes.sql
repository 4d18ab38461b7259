-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_order_restored;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_order_restored ON ledger_transactions (order_id, kind,
  refunded_total_cents, restorations) NULLS NOT DISTINCT WHERE order_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_order;
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_payment_restored;
CREATE UNIQUE INDEX CONCURRENTLY ledger_transactions_payment_restored ON ledger_transactions (payment_id, kind, restorations)
  WHERE payment_id IS NOT NULL AND num_nonnulls(refunded_total_cents, refund_transfer_id, dispute_id) = 0;
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_payment;
DROP INDEX CONCURRENTLY IF EXISTS affiliate_shares_order_restored;
CREATE UNIQUE INDEX CONCURRENTLY affiliate_shares_order_restored ON affiliate_shares (order_id, side, (hundredths > 0),
  returned_quantity, restorations);
DROP INDEX CONCURRENTLY IF EXISTS affiliate_shares_order_returned;
DROP INDEX CONCURRENTLY IF EXISTS order_refunds_restored;
CREATE UNIQUE INDEX CONCURRENTLY order_refunds_restored ON order_refunds (order_id, restorations, total_cents);
