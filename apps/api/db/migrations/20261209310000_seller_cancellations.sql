CREATE TABLE seller_cancellations (
  order_id integer PRIMARY KEY REFERENCES orders (id),
  cancelled_at timestamptz NOT NULL,
  minutes_ahead integer NOT NULL,
  first_until timestamptz,
  first_used_at timestamptz,
  CONSTRAINT seller_cancellations_used_in_time CHECK (first_used_at IS NULL OR first_used_at <= first_until)
);
COMMENT ON TABLE seller_cancellations IS 'Orders that their seller did not keep: cancelled, or refunded instead of a late cancellation.';
COMMENT ON COLUMN seller_cancellations.minutes_ahead IS 'From the cancellation to the beginning of the window; negative once it had begun.';
COMMENT ON COLUMN seller_cancellations.first_until IS 'Until when the buyer is first in the next waitlist of the product; null: it was not late, or before this was promised.';
COMMENT ON COLUMN seller_cancellations.first_used_at IS 'When the buyer joined a waitlist as the first, which happens once.';

INSERT INTO seller_cancellations (order_id, cancelled_at, minutes_ahead)
SELECT order_id, cancelled_at, floor(extract(epoch FROM pickup_start - cancelled_at) / 60)
FROM (
  SELECT orders.id AS order_id, orders.pickup_start, min(coalesce(refund.created_at, posted.created_at)) AS cancelled_at
  FROM orders
    LEFT JOIN order_refunds refund ON refund.order_id = orders.id AND refund.is_late_cancellation
    LEFT JOIN ledger_transactions posted ON posted.order_id = orders.id AND posted.kind = 'cancellation'
      AND orders.state = 'cancelled_by_store' AND NOT orders.cancelled_by_operator
  WHERE coalesce(refund.created_at, posted.created_at) IS NOT NULL
  GROUP BY orders.id, orders.pickup_start
) past;

-- Worked out by a job, so that no list of offers reads orders.
ALTER TABLE sale_places
  ADD COLUMN counted_orders integer NOT NULL DEFAULT 0,
  ADD COLUMN kept_orders integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelled_orders integer NOT NULL DEFAULT 0,
  ADD COLUMN last_cancelled_at timestamptz,
  ADD COLUMN last_cancelled_minutes_ahead integer;
COMMENT ON COLUMN sale_places.counted_orders IS 'Of the last 100 that its seller kept or cancelled.';
COMMENT ON COLUMN sale_places.kept_orders IS 'Of these, less what cancellations count.';
COMMENT ON COLUMN sale_places.cancelled_orders IS 'Of these, by its seller.';
ALTER TABLE sale_places
  ADD CONSTRAINT sale_places_kept_among_counted CHECK (kept_orders BETWEEN 0 AND counted_orders AND cancelled_orders BETWEEN 0 AND counted_orders) NOT VALID,
  ADD CONSTRAINT sale_places_cancelled_has_last CHECK ((cancelled_orders > 0) = (last_cancelled_at IS NOT NULL)
    AND (last_cancelled_at IS NULL) = (last_cancelled_minutes_ahead IS NULL)) NOT VALID;

ALTER TABLE allocation_entries ADD COLUMN is_first boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN allocation_entries.is_first IS 'In a waitlist before all others, after a late cancellation by the seller.';
