-- What an operator gave as credit on a day, which is limited for the role support.
ALTER TABLE operators
  ADD COLUMN credit_day date,
  ADD COLUMN credit_day_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT operators_credit_day_cents_check CHECK (credit_day_cents >= 0) NOT VALID;
COMMENT ON COLUMN operators.credit_day IS 'The last day, in the operator''s time zone, on which this one gave credit. Null: none yet.';
COMMENT ON COLUMN operators.credit_day_cents IS 'Of that day.';
