-- By which accounts elsewhere somebody signs in.
CREATE TABLE social_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_identities_user_id ON social_identities (user_id);

-- Who is on the way to a provider and back; taken once.
CREATE TABLE social_flows (
  state_hash bytea PRIMARY KEY,
  -- of the cookie of the browser that set out
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  next text,
  ref_link text,
  language text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_flows_expires_at ON social_flows (expires_at);
