-- Set when the person was erased: kept for the legal term with who they are by law, shown and used no more.
ALTER TABLE payout_details ADD COLUMN locked_until timestamptz;
CREATE INDEX payout_details_locked ON payout_details (locked_until) WHERE locked_until IS NOT NULL;
