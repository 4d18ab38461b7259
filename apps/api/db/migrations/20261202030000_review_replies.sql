-- What the seller answers to a review, for everybody to read: once.
CREATE TABLE review_replies (
  order_id integer PRIMARY KEY REFERENCES ratings (order_id),
  text text NOT NULL,
  language text NOT NULL CONSTRAINT review_replies_language_check CHECK (language IN ('pt', 'en', 'ru')),
  created_at timestamptz NOT NULL,
  hidden_at timestamptz
);

ALTER TABLE content_reports DROP CONSTRAINT content_reports_subject_kind_check;
ALTER TABLE content_reports ADD CONSTRAINT content_reports_subject_kind_check
  CHECK (subject_kind IN ('product', 'seller', 'photo', 'review', 'review_reply')) NOT VALID;
COMMENT ON COLUMN content_reports.subject_id IS 'Product (also of a photo), user, or order of a review or of the reply to it.';

ALTER TABLE decisions DROP CONSTRAINT decisions_subject_kind_check;
ALTER TABLE decisions ADD CONSTRAINT decisions_subject_kind_check
  CHECK (subject_kind IN ('order', 'product', 'sale_place', 'photo', 'review', 'review_reply', 'seller', 'user')) NOT VALID;
