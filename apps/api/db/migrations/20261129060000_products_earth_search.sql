-- no transaction
-- A text near a position: products in the order of distance, without reading those that do not have its words.
DROP INDEX CONCURRENTLY IF EXISTS products_earth_search;
CREATE INDEX CONCURRENTLY products_earth_search ON products USING gist (earth, search tsvector_ops (siglen = 124)) WHERE (state = 'active');
