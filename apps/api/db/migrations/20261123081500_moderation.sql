ALTER TABLE users ADD COLUMN blocked_at timestamptz, ADD COLUMN suspended_at timestamptz;
COMMENT ON COLUMN users.blocked_at IS 'Since when an operator refuses to let the user sign in.';
COMMENT ON COLUMN users.suspended_at IS 'Since when an operator keeps everything of the seller off sale and out of sight.';
CREATE INDEX users_blocked_at ON users (blocked_at) WHERE blocked_at IS NOT NULL;
CREATE INDEX users_sellers ON users (created_at, id) WHERE is_seller;

ALTER TABLE businesses ADD COLUMN verified_at timestamptz;
COMMENT ON COLUMN businesses.verified_at IS 'When an operator checked it; null again after a change.';

ALTER TABLE sale_places ADD COLUMN hidden_at timestamptz;
ALTER TABLE products ADD COLUMN hidden_at timestamptz;
ALTER TABLE products ADD CONSTRAINT products_hidden_check CHECK (state <> 'active' OR hidden_at IS NULL);
ALTER TABLE ratings ADD COLUMN hidden_at timestamptz;
CREATE INDEX ratings_created_at ON ratings (created_at, order_id);

CREATE TABLE payout_holds (
  user_id integer PRIMARY KEY REFERENCES users (id),
  held_at timestamptz NOT NULL
);
COMMENT ON TABLE payout_holds IS 'Users to whom an operator makes no payouts for now.';

CREATE TABLE content_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'hidden')),
  subject_kind text NOT NULL CHECK (subject_kind IN ('product', 'seller', 'photo', 'review')),
  subject_id integer NOT NULL,
  seller_id integer NOT NULL REFERENCES users (id),
  photo_path text,
  ground text NOT NULL,
  text text NOT NULL,
  reporter_id integer REFERENCES users (id),
  reporter_email citext,
  language text NOT NULL,
  decided_by integer REFERENCES users (id),
  decided_at timestamptz,
  CHECK ((state = 'open') = (decided_at IS NULL))
);
COMMENT ON COLUMN content_reports.subject_id IS 'Product (also of a photo), user, or order of a review.';
CREATE INDEX content_reports_created_at ON content_reports (created_at, id);
CREATE INDEX content_reports_open ON content_reports (created_at, id) WHERE state = 'open';
CREATE INDEX content_reports_subject ON content_reports (subject_kind, subject_id);
CREATE INDEX content_reports_reporter_id ON content_reports (reporter_id) WHERE reporter_id IS NOT NULL;
ALTER TABLE decisions ADD CONSTRAINT decisions_content_report_id_fkey
  FOREIGN KEY (content_report_id) REFERENCES content_reports (id);
