-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS sandbox_intents_answers_at;
CREATE INDEX CONCURRENTLY sandbox_intents_answers_at ON sandbox_intents (answers_at) WHERE answers_at IS NOT NULL;
