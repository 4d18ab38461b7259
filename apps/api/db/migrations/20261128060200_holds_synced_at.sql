-- When the provider was last asked about a hold, so that all get their turn and no two processes ask about one.
ALTER TABLE payments ADD COLUMN synced_at timestamptz;
COMMENT ON COLUMN payments.synced_at IS 'When a process last took the hold to ask its provider about it.';
