-- no transaction
-- What the console counts of all products and payouts is read from an index, without the rows.
DROP INDEX CONCURRENTLY IF EXISTS products_price;
CREATE INDEX CONCURRENTLY products_price ON products (price_cents) WHERE (state <> 'removed');
DROP INDEX CONCURRENTLY IF EXISTS products_types;
CREATE INDEX CONCURRENTLY products_types ON products (type_ids) WHERE (state <> 'removed');
DROP INDEX CONCURRENTLY IF EXISTS payouts_run_state;
CREATE INDEX CONCURRENTLY payouts_run_state ON payouts (run_id, state) INCLUDE (amount_cents);
DROP INDEX CONCURRENTLY IF EXISTS payouts_run;
