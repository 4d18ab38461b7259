-- When wrong PINs were tried at a sale place, oldest first; their number and the last of them say whether it waits.
ALTER TABLE pin_tries ADD COLUMN wrong_at timestamptz[] NOT NULL DEFAULT '{}';
ALTER TABLE pin_tries DROP COLUMN wrong, DROP COLUMN locked_until;
