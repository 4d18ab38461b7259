-- A shop may refund an order in full from two hours before its window until the window ends: a late cancellation.
ALTER TABLE order_refunds ADD COLUMN is_late_cancellation boolean NOT NULL DEFAULT false;

-- What a buyer asks for in a report; null: did not say.
ALTER TABLE reports ADD COLUMN wish text;
ALTER TABLE reports ADD CONSTRAINT reports_wish_check CHECK (wish IN ('refund', 'part', 'none')) NOT VALID;
