-- no transaction
-- What nightly work looks for.
DROP INDEX CONCURRENTLY IF EXISTS tokens_created_at;
CREATE INDEX CONCURRENTLY tokens_created_at ON tokens (created_at);
DROP INDEX CONCURRENTLY IF EXISTS content_reports_of_guests;
CREATE INDEX CONCURRENTLY content_reports_of_guests ON content_reports (decided_at) WHERE reporter_email IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS decisions_of_guests;
CREATE INDEX CONCURRENTLY decisions_of_guests ON decisions (created_at) WHERE email IS NOT NULL;
