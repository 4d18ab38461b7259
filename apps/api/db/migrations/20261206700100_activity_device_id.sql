-- no transaction
-- A filter of the list read all of a business, of which it found little: a million entries in 0.9 s.
DROP INDEX CONCURRENTLY IF EXISTS activity_device_id;
CREATE INDEX CONCURRENTLY activity_device_id ON activity (device_id, id) WHERE device_id IS NOT NULL;
