-- What a buyer's bank asked back, as the provider says it. The details of who bought stand with the payment.
CREATE TABLE disputes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payments,
  provider_ref text NOT NULL UNIQUE,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  -- taken from us and not given back; booked as often as it changed
  withdrawn_cents integer NOT NULL DEFAULT 0,
  bookings integer NOT NULL DEFAULT 0,
  respond_by timestamptz,
  opened_at timestamptz NOT NULL,
  looked_at timestamptz NOT NULL
);
CREATE INDEX disputes_payment_id ON disputes (payment_id);

-- Until when the list of a provider was gone through.
CREATE TABLE provider_looks (
  provider text PRIMARY KEY,
  until timestamptz NOT NULL
);

CREATE TABLE sandbox_disputes (
  ref text PRIMARY KEY,
  intent_ref text NOT NULL REFERENCES sandbox_intents,
  created_at timestamptz NOT NULL
);
