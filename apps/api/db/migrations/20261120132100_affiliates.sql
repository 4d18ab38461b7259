-- Codes are told by word of mouth too: INES15 is ines15.
ALTER TABLE users ALTER COLUMN ref_code TYPE citext;
-- A partner's people, newest first.
DROP INDEX users_referred_by;
CREATE INDEX users_referred_by ON users (referred_by, id DESC) WHERE referred_by IS NOT NULL;

-- How often links were opened: a number a day, nothing of whoever opened them.
CREATE TABLE affiliate_visits (
  partner_id integer NOT NULL REFERENCES users,
  -- on the operator's calendar
  day date NOT NULL,
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (partner_id, day)
);

-- What a partner was credited for a month: the exact sum of its lines, and that sum rounded once.
CREATE TABLE affiliate_credits (
  partner_id integer NOT NULL REFERENCES users,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  hundredths bigint NOT NULL,
  amount_cents integer NOT NULL,
  credited_at timestamptz NOT NULL,
  -- once a month, however often it is tried
  PRIMARY KEY (partner_id, month)
);

CREATE TABLE affiliate_shares (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  -- for whom of the order the partner has it: its buyer or its seller
  side text NOT NULL CHECK (side IN ('buyer', 'seller')),
  partner_id integer NOT NULL REFERENCES users,
  person_id integer NOT NULL REFERENCES users,
  -- of a cent: 1935 are 19.35 cents; negative for what is taken back after it was credited
  hundredths integer NOT NULL CHECK (hundredths <> 0),
  price_cents integer NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'reversed')),
  reason text NOT NULL CHECK (reason IN
    ('paid', 'collected', 'time_over', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded')),
  created_at timestamptz NOT NULL,
  -- when nothing can be reported any more: approved then if nobody came
  approve_at timestamptz NOT NULL,
  approved_at timestamptz,
  credit_month date,
  CHECK (state <> 'approved' OR approved_at IS NOT NULL),
  CHECK (credit_month IS NULL OR state = 'approved'),
  CHECK (partner_id <> person_id),
  -- The lines of a credit are marked first, then it is written.
  FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits DEFERRABLE INITIALLY DEFERRED
);
-- One share a side of an order, taken back at most once.
CREATE UNIQUE INDEX affiliate_shares_once ON affiliate_shares (order_id, side, (hundredths > 0));
CREATE INDEX affiliate_shares_partner ON affiliate_shares (partner_id, id DESC);
CREATE INDEX affiliate_shares_person ON affiliate_shares (person_id, side, id DESC);
CREATE INDEX affiliate_shares_pending ON affiliate_shares (approve_at) WHERE state = 'pending';
CREATE INDEX affiliate_shares_uncredited ON affiliate_shares (partner_id, approved_at)
  WHERE state = 'approved' AND credit_month IS NULL;

CREATE FUNCTION affiliate_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a credit stays as it is: corrections are lines of the next month';
END $$;
CREATE TRIGGER affiliate_credits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliate_credits
  FOR EACH STATEMENT EXECUTE FUNCTION affiliate_refuse_change();
