-- no transaction
-- Expired codes are deleted each night, oldest first.
DROP INDEX CONCURRENTLY IF EXISTS login_codes_expires_at;
CREATE INDEX CONCURRENTLY login_codes_expires_at ON login_codes (expires_at);
