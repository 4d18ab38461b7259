-- A seller's orders, and those of one venue, page by page.
CREATE INDEX orders_seller_pages ON orders (seller_id, pickup_start, id);
DROP INDEX orders_seller;
CREATE INDEX orders_place_pages ON orders (sale_place_id, pickup_start, id);

-- Who listens to 'orders' hears of each order that is made or changes, and of what its buyer reports.
CREATE FUNCTION tell_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.id,
    'sale_place_id', NEW.sale_place_id,
    'news', CASE WHEN TG_OP = 'INSERT' THEN 'sold' WHEN NEW.state = 'cancelled_by_buyer' THEN 'cancelled'
      ELSE 'changed' END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_tell AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.state = 'paid') EXECUTE FUNCTION tell_order();
CREATE TRIGGER orders_tell_change AFTER UPDATE OF state, refunded_cents ON orders
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_order();

CREATE FUNCTION tell_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.order_id,
    'sale_place_id', sale_place_id, 'news', CASE WHEN TG_OP = 'INSERT' THEN 'report' ELSE 'changed' END)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER reports_tell AFTER INSERT OR UPDATE OF answered_at ON reports
  FOR EACH ROW EXECUTE FUNCTION tell_report();

-- What sellers want to be told of, and how. No row: as who never chose.
CREATE TABLE seller_notification_settings (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sold text NOT NULL CHECK (sold IN ('push', 'mail', 'none')),
  last_sold text NOT NULL CHECK (last_sold IN ('push', 'mail', 'none')),
  cancelled text NOT NULL CHECK (cancelled IN ('push', 'mail', 'none')),
  report text NOT NULL CHECK (report IN ('push', 'mail', 'none'))
);

-- Windows whose seller was told that the last pack is sold: once each.
CREATE TABLE last_sold_notices (
  slot_id integer PRIMARY KEY REFERENCES pickup_slots ON DELETE CASCADE,
  told_at timestamptz NOT NULL
);
