-- After 72 hours the seller decides no more, but may be asked by an operator and write, in words alone.
CREATE TABLE report_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES reports (order_id),
  author text NOT NULL CHECK (author IN ('seller', 'operator')),
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX report_messages_order ON report_messages (order_id, id);
COMMENT ON TABLE report_messages IS 'Between operator and seller; the buyer does not read them.';

ALTER TABLE reports ADD COLUMN question_at timestamptz, ADD COLUMN seller_message_at timestamptz;
COMMENT ON COLUMN reports.question_at IS 'Of the question to the seller that has no reply yet.';
COMMENT ON COLUMN reports.seller_message_at IS 'Of the last message of the seller.';

DROP TRIGGER reports_notify ON reports;
CREATE TRIGGER reports_notify AFTER INSERT OR UPDATE OF answered_at, question_at, seller_message_at ON reports
  FOR EACH ROW EXECUTE FUNCTION notify_report();
