-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS affiliate_shares_order_returned;
CREATE UNIQUE INDEX CONCURRENTLY affiliate_shares_order_returned ON affiliate_shares (order_id, side, (hundredths > 0), returned_quantity);
DROP INDEX CONCURRENTLY IF EXISTS affiliate_shares_order_id_side_key;
