-- A sale place that was registered near another seller's of the same or a like name.
CREATE TABLE look_alikes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  earlier_place_id integer NOT NULL REFERENCES sale_places (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'hidden', 'transferred')),
  decided_by integer REFERENCES users (id),
  decided_at timestamptz,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (sale_place_id <> earlier_place_id),
  UNIQUE (sale_place_id, earlier_place_id)
);
CREATE INDEX look_alikes_created_at ON look_alikes (created_at, id);
CREATE INDEX look_alikes_open ON look_alikes (created_at) WHERE state = 'open';
CREATE INDEX look_alikes_earlier_place_id ON look_alikes (earlier_place_id, created_at);

-- A seller says that a registered sale place is theirs.
CREATE TABLE place_claims (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  claimant_id integer NOT NULL REFERENCES users (id),
  owner_id integer NOT NULL REFERENCES users (id),
  text text NOT NULL,
  phone text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused')),
  answer_until timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  decided_by integer REFERENCES users (id),
  decided_at timestamptz,
  reason text,
  new_place_id integer REFERENCES sale_places (id),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (claimant_id <> owner_id)
);
CREATE UNIQUE INDEX place_claims_open ON place_claims (sale_place_id, claimant_id) WHERE state = 'open';
CREATE INDEX place_claims_created_at ON place_claims (created_at, id);
CREATE INDEX place_claims_claimant_id ON place_claims (claimant_id);
CREATE INDEX place_claims_owner_id ON place_claims (owner_id);
COMMENT ON COLUMN place_claims.owner_id IS 'Who had the sale place when it was claimed.';
COMMENT ON COLUMN place_claims.new_place_id IS 'The claimant''s, after the claim was approved.';
