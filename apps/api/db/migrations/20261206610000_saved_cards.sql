-- Cards that buyers keep are at the provider, under a customer of it; here is only which one it is.
CREATE TABLE payment_customers (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer REFERENCES users (id),
  provider text NOT NULL CONSTRAINT payment_customers_provider_check CHECK (provider IN ('sandbox', 'stripe')),
  ref text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, provider)
);
COMMENT ON COLUMN payment_customers.user_id IS 'Null: the account is erased, and the provider is still to delete the customer with its cards.';

CREATE TABLE sandbox_cards (
  ref text PRIMARY KEY,
  customer_ref text NOT NULL,
  intent_ref text NOT NULL UNIQUE,
  last4 text NOT NULL,
  brand text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL,
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE sandbox_cards IS 'Cards that buyers keep in the sandbox. One counts when the intent that it was typed in for is paid.';
CREATE INDEX sandbox_cards_customer_ref ON sandbox_cards (customer_ref);

ALTER TABLE sandbox_intents
  ADD COLUMN customer_ref text,
  ADD COLUMN keeps_card boolean NOT NULL DEFAULT false;
