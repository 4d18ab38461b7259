-- The built-in provider can be asked what it did, and gives back parts.
ALTER TABLE sandbox_intents ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
UPDATE sandbox_intents SET created_at = payments.created_at FROM payments WHERE provider_ref = ref;
ALTER TABLE sandbox_intents ALTER COLUMN created_at DROP DEFAULT;
CREATE INDEX sandbox_intents_created_at ON sandbox_intents (created_at, ref);

CREATE TABLE sandbox_refunds (
  idempotency_key text PRIMARY KEY,
  ref text NOT NULL REFERENCES sandbox_intents,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz NOT NULL
);
