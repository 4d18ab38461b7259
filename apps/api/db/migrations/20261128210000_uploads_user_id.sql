-- Uploads of a user without a proved address are counted.
CREATE INDEX IF NOT EXISTS uploads_user_id ON uploads (user_id);
