-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_created_at_units;
CREATE INDEX CONCURRENTLY orders_created_at_units ON orders (created_at, id)
  INCLUDE (price_cents, commission_cents, refunded_cents, quantity, returned_quantity);
DROP INDEX CONCURRENTLY IF EXISTS orders_created_at;
