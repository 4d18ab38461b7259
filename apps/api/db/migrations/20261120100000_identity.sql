CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS earthdistance;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  sname text NOT NULL DEFAULT '',
  email citext NOT NULL UNIQUE,
  email_verified_at timestamptz,
  -- argon2id, PHC string; null for accounts made by a code
  password_hash text,
  phone text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  latitude double precision,
  longitude double precision,
  avatar_path text,
  is_owner boolean NOT NULL DEFAULT false,
  is_partner boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en',
  -- what a partner hands out as ?ref=
  ref_code text NOT NULL UNIQUE,
  -- set at sign-up, never overwritten
  referred_by integer REFERENCES users,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX users_referred_by ON users (referred_by) WHERE referred_by IS NOT NULL;

CREATE TABLE tokens (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the bearer token: the token itself is kept by its device alone
  hash bytea NOT NULL UNIQUE,
  device_name text NOT NULL,
  -- how long it may lie unused
  lifetime_seconds integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX tokens_user_id ON tokens (user_id);
CREATE INDEX tokens_expires_at ON tokens (expires_at);

CREATE TABLE login_codes (
  email citext PRIMARY KEY,
  hash bytea NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
