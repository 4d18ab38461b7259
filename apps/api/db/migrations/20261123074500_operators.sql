CREATE TABLE operators (
  user_id integer PRIMARY KEY REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('support', 'finance', 'catalogue', 'owner')),
  totp_secret text,
  totp_confirmed_at timestamptz,
  last_totp_step integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
COMMENT ON COLUMN operators.totp_secret IS 'Encrypted. Null: not set up.';
COMMENT ON COLUMN operators.last_totp_step IS 'Thirty-second step of the last accepted code; a code is accepted once.';

CREATE TABLE operator_recovery_codes (
  user_id integer NOT NULL REFERENCES operators (user_id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE operator_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES operators (user_id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN operator_sessions.confirmed_at IS 'Last confirmation of the second factor.';
CREATE INDEX operator_sessions_user_id ON operator_sessions (user_id);
CREATE INDEX operator_sessions_expires_at ON operator_sessions (expires_at);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  operator_id integer REFERENCES users (id),
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text NOT NULL,
  request_id text NOT NULL
);
COMMENT ON COLUMN audit_entries.operator_id IS 'Null: a command on the server.';
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_operator_id ON audit_entries (operator_id, id);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id);
CREATE INDEX audit_entries_action ON audit_entries (action, id);
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE decisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  operator_id integer REFERENCES users (id),
  user_id integer REFERENCES users (id),
  email citext,
  language text NOT NULL,
  role text NOT NULL CHECK (role IN ('affected', 'reporter')),
  subject_kind text NOT NULL,
  subject_id integer NOT NULL,
  subject_name text NOT NULL,
  outcome text NOT NULL,
  amount_cents integer,
  reason text NOT NULL,
  content_report_id integer,
  objection text,
  objected_at timestamptz,
  objection_operator_id integer REFERENCES users (id),
  objection_outcome text CHECK (objection_outcome IN ('upheld', 'reversed')),
  objection_reason text,
  objection_decided_at timestamptz,
  CHECK ((objection IS NULL) = (objected_at IS NULL)),
  CHECK ((objection_outcome IS NULL) = (objection_decided_at IS NULL))
);
COMMENT ON TABLE decisions IS 'Statements of reasons: one for each person whom a decision of an operator concerns.';
COMMENT ON COLUMN decisions.email IS 'Of a reporter without an account.';
CREATE INDEX decisions_user_id ON decisions (user_id);
CREATE INDEX decisions_objected_at ON decisions (objected_at, id) WHERE objected_at IS NOT NULL;
CREATE INDEX decisions_subject ON decisions (subject_kind, subject_id);

-- Lists of the operator console.
CREATE INDEX orders_created_at ON orders (created_at, id);
CREATE INDEX orders_state ON orders (state, created_at, id);
CREATE INDEX orders_pickup_start ON orders (pickup_start, id);
CREATE INDEX orders_product_id ON orders (product_id, created_at);
CREATE INDEX orders_refunded ON orders (created_at, id) WHERE refunded_cents > 0;
CREATE INDEX reports_created_at ON reports (created_at, order_id);
CREATE INDEX pickup_slots_starts_at ON pickup_slots (starts_at);
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX users_full_name ON users USING gin ((name || ' ' || surname) gin_trgm_ops);
CREATE INDEX businesses_legal_name ON businesses USING gin (legal_name gin_trgm_ops);
CREATE INDEX sale_places_name ON sale_places USING gin (name gin_trgm_ops);
CREATE INDEX products_name ON products USING gin (name gin_trgm_ops);

CREATE TABLE reconciliations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('ledger', 'provider')),
  checked_at timestamptz NOT NULL,
  differences text[] NOT NULL
);
COMMENT ON TABLE reconciliations IS 'Results of comparing the ledger with the records behind it, and payments with the provider.';
CREATE INDEX reconciliations_kind ON reconciliations (kind, checked_at);
