-- Draws and waitlists (decision 48).

ALTER TABLE products
  ADD COLUMN allocation text NOT NULL DEFAULT 'automatic'
    CHECK (allocation IN ('automatic', 'first_come', 'draw')),
  ADD COLUMN entry_minutes integer NOT NULL DEFAULT 60 CHECK (entry_minutes BETWEEN 15 AND 720),
  ADD COLUMN draws_next boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN products.draws_next IS 'Whether slots that are not on sale yet will be drawn: what `allocation` comes to.';

ALTER TABLE pickup_slots
  ADD COLUMN allocation text NOT NULL DEFAULT 'public'
    CHECK (allocation IN ('public', 'planned', 'draw', 'line')),
  ADD COLUMN taken_at timestamptz;
COMMENT ON COLUMN pickup_slots.allocation IS
  'Who gets the units left: public: whoever buys first; planned: a draw opens when the slot goes on sale; draw: entries are open or being drawn; line: those who wait.';
COMMENT ON COLUMN pickup_slots.taken_at IS 'When the last unit was taken for the first time.';
DROP INDEX pickup_slots_next;
CREATE INDEX pickup_slots_next ON pickup_slots (product_id, ends_at)
  INCLUDE (id, starts_at, "left", allocation) WHERE NOT closed;
CREATE INDEX pickup_slots_allocated ON pickup_slots (ends_at) WHERE allocation <> 'public';

DROP TRIGGER pickup_slots_notify ON pickup_slots;
CREATE TRIGGER pickup_slots_notify
  AFTER UPDATE OF "left", quantity, closed, starts_at, ends_at, allocation ON pickup_slots
  FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_slot();
DROP TRIGGER pickup_slots_schedule_check ON pickup_slots;
CREATE TRIGGER pickup_slots_schedule_check AFTER UPDATE OF "left", closed, allocation ON pickup_slots
  FOR EACH ROW WHEN (NOT new.closed
    AND (old.closed OR (old."left" = 0) <> (new."left" = 0) OR old.allocation <> new.allocation))
  EXECUTE FUNCTION schedule_slot_check();

ALTER TABLE payments
  ADD COLUMN is_offer boolean NOT NULL DEFAULT false,
  ADD COLUMN captures_later boolean NOT NULL DEFAULT false,
  ADD COLUMN discarded_intents integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN payments.is_offer IS 'The hold was offered to somebody who won a draw or waited; the buyer did not ask for it.';
COMMENT ON COLUMN payments.captures_later IS 'The card is authorised first and charged after its fingerprint was compared with those of other winners.';

ALTER TABLE sandbox_intents
  ADD COLUMN captures_later boolean NOT NULL DEFAULT false,
  ADD COLUMN card_fingerprint text,
  DROP CONSTRAINT sandbox_intents_status_check,
  ADD CONSTRAINT sandbox_intents_status_check
    CHECK (status IN ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled'));

CREATE TABLE draws (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slot_id integer NOT NULL UNIQUE REFERENCES pickup_slots,
  product_id integer NOT NULL REFERENCES products,
  state text NOT NULL CHECK (state IN ('open', 'closed', 'drawn', 'cancelled')),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed_at timestamptz,
  drawn_at timestamptz,
  units integer,
  seed_hash bytea NOT NULL CHECK (length(seed_hash) = 32),
  sealed_seed text NOT NULL,
  seed bytea CHECK (length(seed) = 32),
  list_hash bytea CHECK (length(list_hash) = 32),
  beacon_url text,
  beacon_round bigint,
  beacon_value bytea CHECK (length(beacon_value) = 32),
  CHECK (closes_at > opened_at),
  CHECK ((state = 'drawn') = (seed IS NOT NULL)),
  CHECK (state <> 'open' OR list_hash IS NULL),
  CHECK ((beacon_value IS NULL) = (beacon_round IS NULL))
);
COMMENT ON COLUMN draws.sealed_seed IS 'The seed, encrypted: until it is drawn nobody reads it from the database or a backup.';
COMMENT ON COLUMN draws.seed IS 'Published when drawn.';
CREATE INDEX draws_product_id ON draws (product_id, id);
CREATE INDEX draws_unfinished ON draws (closes_at) WHERE state IN ('open', 'closed');

CREATE TABLE allocation_entries (
  id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  slot_id integer NOT NULL REFERENCES pickup_slots,
  product_id integer NOT NULL REFERENCES products,
  draw_id integer REFERENCES draws,
  user_id integer REFERENCES users,
  random bytea CHECK (length(random) = 16),
  state text NOT NULL
    CHECK (state IN ('entered', 'waiting', 'offered', 'bought', 'lapsed', 'left', 'ended')),
  rank integer CHECK (rank > 0),
  payment_id integer UNIQUE REFERENCES payments,
  offer_expires_at timestamptz,
  card_fingerprint text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  announced_at timestamptz,
  CHECK ((draw_id IS NULL) = (random IS NULL)),
  CHECK (state <> 'entered' OR draw_id IS NOT NULL),
  CHECK (rank IS NULL OR draw_id IS NOT NULL),
  CHECK ((state = 'offered') <= (payment_id IS NOT NULL)),
  CHECK ((state IN ('entered', 'waiting', 'offered')) = (ended_at IS NULL))
);
COMMENT ON TABLE allocation_entries IS 'Who takes part in a draw or waits for a unit: the line of a slot is ordered by rank in its draw, then by position.';
COMMENT ON COLUMN allocation_entries.user_id IS 'Null once the user is erased: the published list of a draw stays.';
COMMENT ON COLUMN allocation_entries.card_fingerprint IS 'Of the card that pays a win; no other winner of the draw may use it.';
CREATE UNIQUE INDEX allocation_entries_one_a_user ON allocation_entries (slot_id, user_id)
  WHERE state IN ('entered', 'waiting', 'offered');
CREATE UNIQUE INDEX allocation_entries_one_a_card ON allocation_entries (slot_id, card_fingerprint)
  WHERE card_fingerprint IS NOT NULL;
CREATE UNIQUE INDEX allocation_entries_rank ON allocation_entries (draw_id, rank);
CREATE INDEX allocation_entries_line ON allocation_entries (slot_id, rank NULLS LAST, position)
  WHERE state = 'waiting';
CREATE INDEX allocation_entries_slot ON allocation_entries (slot_id);
CREATE INDEX allocation_entries_draw ON allocation_entries (draw_id, id) WHERE draw_id IS NOT NULL;
CREATE INDEX allocation_entries_user ON allocation_entries (user_id, position);

-- Live events: who looks at the offer, and the user. Equal notifications of one transaction are sent once.
CREATE FUNCTION notify_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed allocation_entries := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', changed.product_id)::text);
  PERFORM pg_notify('entries', json_build_object('user_id', changed.user_id, 'product_id', changed.product_id,
    'slot_id', changed.slot_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER allocation_entries_notify AFTER INSERT OR DELETE OR UPDATE OF state, rank ON allocation_entries
  FOR EACH ROW EXECUTE FUNCTION notify_entry();

CREATE FUNCTION notify_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.product_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER draws_notify AFTER INSERT OR UPDATE OF state ON draws FOR EACH ROW EXECUTE FUNCTION notify_draw();
