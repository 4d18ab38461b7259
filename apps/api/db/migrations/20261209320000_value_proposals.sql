CREATE TABLE value_proposals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products (id),
  from_cents integer NOT NULL,
  to_cents integer NOT NULL,
  answers integer NOT NULL,
  less integer NOT NULL,
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'changed', 'recovered')),
  CONSTRAINT value_proposals_is_lower CHECK (to_cents > 0 AND to_cents < from_cents),
  CONSTRAINT value_proposals_less_among_answers CHECK (less BETWEEN 0 AND answers),
  CONSTRAINT value_proposals_ended_has_outcome CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
COMMENT ON TABLE value_proposals IS 'After three weeks in which too many got less than promised: a lower value of the product.';
COMMENT ON COLUMN value_proposals.answers IS 'People who answered in the three weeks, each once a week.';
CREATE UNIQUE INDEX value_proposals_open ON value_proposals (product_id) WHERE ended_at IS NULL;
CREATE INDEX value_proposals_product ON value_proposals (product_id);
CREATE INDEX value_proposals_made ON value_proposals (made_at, id);
CREATE INDEX value_proposals_ended ON value_proposals (ended_at) WHERE ended_at IS NOT NULL;
