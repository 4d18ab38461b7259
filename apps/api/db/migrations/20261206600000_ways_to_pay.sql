-- How a payment was made. MB WAY has an intent of its own while its buyer is asked to confirm it in the app.
ALTER TABLE payments
  ADD COLUMN method text NOT NULL DEFAULT 'card',
  ADD COLUMN mb_way_requested_at timestamptz,
  ADD COLUMN phone_ending text,
  ADD CONSTRAINT payments_method_check CHECK (method IN ('card', 'apple_pay', 'google_pay', 'mb_way')) NOT VALID,
  ADD CONSTRAINT payments_phone_ending_check CHECK (phone_ending ~ '^[0-9]{2}$') NOT VALID;
COMMENT ON COLUMN payments.method IS 'As the provider says once it is paid.';
COMMENT ON COLUMN payments.mb_way_requested_at IS 'Set while the intent is one of MB WAY: since when its buyer is asked to confirm it.';
COMMENT ON COLUMN payments.phone_ending IS 'Last two digits of the phone that was asked by MB WAY.';
COMMENT ON COLUMN payments.card_fingerprint IS 'Of an unpaid hold: mark of the card that was tried; of MB WAY the keyed hash of the phone, from when it is asked.';

ALTER TABLE sandbox_intents
  ADD COLUMN method text NOT NULL DEFAULT 'card',
  ADD COLUMN answer text,
  ADD COLUMN answers_at timestamptz,
  ADD CONSTRAINT sandbox_intents_method_check CHECK (method IN ('card', 'apple_pay', 'google_pay', 'mb_way')) NOT VALID,
  ADD CONSTRAINT sandbox_intents_answer_check CHECK (answer IN ('accepted', 'refused', 'none', 'late')) NOT VALID;
COMMENT ON COLUMN sandbox_intents.answer IS 'What the phone that was asked by MB WAY answers; ''none'': nothing in time.';
COMMENT ON COLUMN sandbox_intents.answers_at IS 'When it does; null: it has.';
