-- When sellers are asked in the afternoon how many units there are today, and what was answered.
CREATE TABLE stock_question_settings (
  product_id integer PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  asks_at time NOT NULL CONSTRAINT stock_question_settings_asks_at_to_the_minute CHECK (asks_at < '24:00' AND date_trunc('minute', asks_at) = asks_at),
  publishes_itself boolean NOT NULL DEFAULT false,
  next_at timestamptz NOT NULL
);
COMMENT ON TABLE stock_question_settings IS 'Products whose seller is asked each day; without a row nobody is.';
COMMENT ON COLUMN stock_question_settings.asks_at IS 'At the sale place.';
COMMENT ON COLUMN stock_question_settings.publishes_itself IS 'The proposal is published then, and the seller is told of it.';
COMMENT ON COLUMN stock_question_settings.next_at IS 'The next instant of asks_at, whether its date has a slot or not.';
CREATE INDEX stock_question_settings_next_at ON stock_question_settings (next_at);

CREATE TABLE stock_questions (
  slot_id bigint PRIMARY KEY REFERENCES pickup_slots (id) ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  promised integer NOT NULL,
  proposal integer,
  answer integer,
  answered_at timestamptz,
  is_published_by_itself boolean NOT NULL DEFAULT false,
  CONSTRAINT stock_questions_answered_has_number CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT stock_questions_published_has_proposal CHECK (NOT is_published_by_itself OR (answer IS NOT NULL AND proposal IS NOT NULL)),
  CONSTRAINT stock_questions_not_negative CHECK (promised >= 0 AND proposal >= 0 AND answer >= 0)
);
COMMENT ON TABLE stock_questions IS 'Slots whose seller was asked how many units there are; once a slot.';
COMMENT ON COLUMN stock_questions.promised IS 'Units of the slot when it was asked.';
COMMENT ON COLUMN stock_questions.proposal IS 'The forecast; null when there was none.';
COMMENT ON COLUMN stock_questions.answer IS 'All units of the slot, also those that were sold.';
CREATE INDEX stock_questions_asked_at ON stock_questions (asked_at);

ALTER TABLE member_notification_settings ADD COLUMN stock_question text;
COMMENT ON COLUMN member_notification_settings.stock_question IS 'Null: by the role.';
ALTER TABLE member_notification_settings ADD CONSTRAINT member_notification_settings_stock_question_check
  CHECK (stock_question IN ('push', 'mail', 'none')) NOT VALID;
