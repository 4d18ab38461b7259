-- Browsers and apps that have signed in to an account. The key is random, and stays with the device after a sign-out.
CREATE TABLE recognised_devices (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL,
  device_name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, hash)
);

CREATE INDEX recognised_devices_last_sign_in_at ON recognised_devices (last_sign_in_at);

-- What happened to the access to an account; without a user for an address that has none.
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Shortened: of IPv4 the /24, of IPv6 the /48; empty for what a command or a job did.
  network text NOT NULL,
  device_name text NOT NULL
);

CREATE INDEX security_events_user_id ON security_events (user_id, id DESC);
CREATE INDEX security_events_created_at ON security_events (created_at, kind);
