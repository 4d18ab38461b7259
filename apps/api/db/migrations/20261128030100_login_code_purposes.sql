-- A code is for one purpose and, unless it signs somebody in, for the account that asked for it. Codes that were sent
-- before have neither; they live ten minutes.
DELETE FROM login_codes;

ALTER TABLE login_codes
  DROP CONSTRAINT login_codes_pkey,
  ADD COLUMN purpose text NOT NULL CHECK (purpose IN ('sign_in', 'verify_email', 'password', 'change_email', 'payout', 'deletion', 'second_factor')),
  -- The account that asked for it while signed in.
  ADD COLUMN user_id integer REFERENCES users ON DELETE CASCADE,
  ALTER COLUMN hash SET NOT NULL,
  ADD COLUMN sent_at timestamptz NOT NULL,
  ADD COLUMN sent_count integer NOT NULL DEFAULT 1,
  ADD CHECK ((purpose = 'sign_in') = (user_id IS NULL)),
  ADD CONSTRAINT login_codes_key UNIQUE NULLS NOT DISTINCT (email, purpose, user_id);

CREATE INDEX login_codes_user_id ON login_codes (user_id);

-- Guesses compared with a code, by whom: a network or a recognised device, as a keyed hash.
CREATE TABLE login_code_attempts (
  request_id uuid NOT NULL,
  source bytea NOT NULL,
  -- The wider network that the source belongs to.
  network bytea NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (request_id, source)
);
