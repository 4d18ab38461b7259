-- An authenticator is set up with a key that only a mail or the command on the server carries. Set-ups that were begun
-- without one are forgotten.
ALTER TABLE operators
  ADD COLUMN enrolment_hash bytea,
  ADD COLUMN enrolment_expires_at timestamptz;
COMMENT ON COLUMN operators.enrolment_hash IS 'Of the key by which the second factor is set up once. Null until the mail with the key is rendered, and when it is not to be set up.';
UPDATE operators SET totp_secret = NULL WHERE totp_confirmed_at IS NULL;
