-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS businesses_ends_at;
CREATE INDEX CONCURRENTLY businesses_ends_at ON businesses (ends_at) WHERE ends_at IS NOT NULL;
