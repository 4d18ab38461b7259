-- Operators find products by their names in all languages.
CREATE INDEX product_texts_name ON product_texts USING gin (name gin_trgm_ops);

-- Few rows are hidden: without an index each filter by it reads all of them.
CREATE INDEX products_hidden ON products (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX sale_places_hidden ON sale_places (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX ratings_hidden ON ratings (created_at, order_id) WHERE hidden_at IS NOT NULL;

-- A part or all of the price is told apart without reading the orders.
DROP INDEX orders_refunded;
CREATE INDEX orders_refunded ON orders (created_at, id) INCLUDE (price_cents, refunded_cents) WHERE refunded_cents > 0;
