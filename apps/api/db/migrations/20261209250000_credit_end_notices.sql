ALTER TABLE credit_grants ADD COLUMN end_noticed_at timestamptz;
COMMENT ON COLUMN credit_grants.end_noticed_at IS 'When its owner was told that it ends soon; null: not yet.';
