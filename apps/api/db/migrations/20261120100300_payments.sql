CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- what the browser knows it by
  token text NOT NULL UNIQUE,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL REFERENCES products,
  slot_id integer NOT NULL REFERENCES pickup_slots,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  provider text NOT NULL,
  -- null until the provider was asked
  provider_ref text UNIQUE,
  client_secret text,
  -- pending holds a unit; refund_due: the money came and no pack is there for it
  state text NOT NULL CHECK (state IN ('pending', 'paid', 'failed', 'expired', 'refund_due', 'refunded')),
  expires_at timestamptz NOT NULL,
  card_last4 text,
  failure_code text,
  failure_description text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
-- The same buyer asking again for the same slot gets the live hold back.
CREATE UNIQUE INDEX payments_one_hold ON payments (user_id, slot_id) WHERE state = 'pending';
CREATE INDEX payments_pending ON payments (expires_at) WHERE state IN ('pending', 'refund_due');
CREATE INDEX payments_slot_id ON payments (slot_id);

-- The built-in provider's own book, as if it were another company's.
CREATE TABLE sandbox_intents (
  ref text PRIMARY KEY,
  client_secret text NOT NULL UNIQUE,
  idempotency_key text NOT NULL UNIQUE,
  amount_cents integer NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  card_last4 text,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents)
);
