ALTER TABLE activity ADD COLUMN sent_at timestamptz;
COMMENT ON COLUMN activity.sent_at IS 'When a counter device sent what it had noted without a connection; null: noted when it happened.';
