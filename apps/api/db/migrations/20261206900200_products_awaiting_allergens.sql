-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS products_awaiting_allergens;
CREATE INDEX CONCURRENTLY products_awaiting_allergens ON products (sale_place_id) WHERE awaits_allergens;
