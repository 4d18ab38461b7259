-- A session that began with a mailed code sets a new password for some minutes, once.
ALTER TABLE tokens ADD COLUMN is_code_sign_in boolean NOT NULL DEFAULT false;
