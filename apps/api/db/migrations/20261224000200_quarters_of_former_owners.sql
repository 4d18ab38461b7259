-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS seller_quarters_by_owner;
CREATE UNIQUE INDEX CONCURRENTLY seller_quarters_by_owner ON seller_quarters (year, seller_id, quarter, is_former);
