-- no transaction
-- Who shares a bank account with whom, asked for each decision in the console.
DROP INDEX CONCURRENTLY IF EXISTS payout_details_iban;
CREATE INDEX CONCURRENTLY payout_details_iban ON payout_details (iban);
