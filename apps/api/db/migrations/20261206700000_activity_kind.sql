-- no transaction
-- A filter of the list read all of a business, of which it found little: a million entries in 0.9 s.
DROP INDEX CONCURRENTLY IF EXISTS activity_kind;
CREATE INDEX CONCURRENTLY activity_kind ON activity (business_id, kind, id);
