CREATE TABLE value_answers (
  order_id integer PRIMARY KEY REFERENCES orders (id),
  user_id integer NOT NULL REFERENCES users (id),
  product_id integer NOT NULL REFERENCES products (id),
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  answer text NOT NULL CHECK (answer IN ('more', 'about', 'less')),
  answered_at timestamptz NOT NULL,
  photo jsonb,
  may_be_shown boolean NOT NULL DEFAULT false,
  pinned_at timestamptz,
  hidden_at timestamptz,
  CONSTRAINT value_answers_consent_has_photo CHECK (photo IS NOT NULL OR NOT may_be_shown),
  CONSTRAINT value_answers_pinned_has_consent CHECK (pinned_at IS NULL OR may_be_shown)
);
COMMENT ON TABLE value_answers IS 'Whether a collected pack was worth what was promised. Buyer, product and sale place are those of the order.';
COMMENT ON COLUMN value_answers.may_be_shown IS 'Its buyer lets the seller show the photo to everybody.';
COMMENT ON COLUMN value_answers.pinned_at IS 'When the seller chose the photo as an example.';
COMMENT ON COLUMN value_answers.hidden_at IS 'When an operator hid the example.';
-- Figures of an offer and of a sale place are read from these alone.
CREATE INDEX value_answers_product ON value_answers (product_id, answered_at) INCLUDE (user_id, answer, order_id);
CREATE INDEX value_answers_sale_place ON value_answers (sale_place_id, answered_at) INCLUDE (user_id, answer, order_id);
CREATE INDEX value_answers_user ON value_answers (user_id);
CREATE INDEX value_answers_examples ON value_answers (product_id, pinned_at) WHERE pinned_at IS NOT NULL;
CREATE INDEX value_answers_photos ON value_answers (answered_at, order_id) WHERE photo IS NOT NULL AND pinned_at IS NULL;

ALTER TABLE notification_settings ADD COLUMN asks_value boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN notification_settings.asks_value IS 'Whether the user is asked after a pickup if the pack was worth what was promised.';

CREATE TABLE value_questions (
  order_id integer PRIMARY KEY REFERENCES orders (id),
  notified_at timestamptz NOT NULL
);
COMMENT ON TABLE value_questions IS 'Orders whose buyers were asked by a notification, so that nobody is asked twice.';
CREATE INDEX value_questions_notified_at ON value_questions (notified_at);
