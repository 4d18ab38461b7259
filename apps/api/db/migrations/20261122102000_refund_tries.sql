-- The one schedule of each refund: how often the provider was asked, when it is asked next, what it said last.
ALTER TABLE payments
  ADD COLUMN refund_tries integer NOT NULL DEFAULT 0,
  -- null: at once
  ADD COLUMN refund_next_try_at timestamptz,
  ADD COLUMN refund_error text,
  -- when the operator was told
  ADD COLUMN refund_stuck_at timestamptz;
CREATE INDEX payments_refund_due ON payments (id) WHERE state = 'refund_due';

ALTER TABLE partial_refunds
  ADD COLUMN refund_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN refund_next_try_at timestamptz,
  ADD COLUMN refund_error text,
  ADD COLUMN refund_stuck_at timestamptz;
