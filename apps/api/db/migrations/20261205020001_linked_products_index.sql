-- no transaction
-- One of linked products a sale place.
DROP INDEX CONCURRENTLY IF EXISTS products_linked;
CREATE UNIQUE INDEX CONCURRENTLY products_linked ON products (link_id, sale_place_id)
  WHERE link_id IS NOT NULL AND state <> 'removed';
