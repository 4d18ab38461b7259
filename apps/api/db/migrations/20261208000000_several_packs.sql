-- Several units of a slot in one hold and one order.
ALTER TABLE products
  ADD COLUMN max_per_order integer NOT NULL DEFAULT 3,
  ADD CONSTRAINT products_max_per_order_check CHECK (max_per_order BETWEEN 1 AND 7) NOT VALID;
COMMENT ON COLUMN products.max_per_order IS 'Units that a buyer may take in one order.';

ALTER TABLE payments
  ADD COLUMN quantity integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT payments_quantity_check CHECK (quantity BETWEEN 1 AND 7) NOT VALID,
  ADD CONSTRAINT payments_unit_price_in_cents CHECK (amount_cents % quantity = 0) NOT VALID;
COMMENT ON COLUMN payments.quantity IS 'Units on hold, or paid; amount_cents is for all of them.';

ALTER TABLE orders
  ADD COLUMN quantity integer NOT NULL DEFAULT 1,
  ADD COLUMN returned_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelled_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN handed_out_quantity integer,
  ADD CONSTRAINT orders_quantity_check CHECK (quantity BETWEEN 1 AND 7) NOT VALID,
  ADD CONSTRAINT orders_unit_price_in_cents CHECK (
    price_cents % quantity = 0 AND commission_cents % quantity = 0 AND (old_price_cents IS NULL OR old_price_cents % quantity = 0)
  ) NOT VALID,
  ADD CONSTRAINT orders_returned_below_quantity CHECK (
    cancelled_quantity >= 0 AND cancelled_quantity <= returned_quantity AND returned_quantity < quantity
  ) NOT VALID,
  ADD CONSTRAINT orders_returned_is_refunded CHECK (refunded_cents >= returned_quantity * (price_cents / quantity)) NOT VALID,
  ADD CONSTRAINT orders_handed_out_quantity_check CHECK (handed_out_quantity BETWEEN 1 AND quantity) NOT VALID;
COMMENT ON COLUMN orders.quantity IS 'Units bought; price_cents, old_price_cents, commission_cents and earning_cents are for all of them and never change.';
COMMENT ON COLUMN orders.returned_quantity IS 'Units that were given back singly while the order stands, with their part of commission, earning and shares. Giving back the last one ends the order by its state and is not counted here.';
COMMENT ON COLUMN orders.cancelled_quantity IS 'Of returned_quantity, units that went back to the slot.';
COMMENT ON COLUMN orders.handed_out_quantity IS 'Units handed out, once it is collected. Null: all that had not been given back.';

ALTER TABLE order_refunds
  ADD COLUMN units integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT order_refunds_units_check CHECK (units >= 0) NOT VALID;
COMMENT ON COLUMN order_refunds.units IS 'Units that were given back by it singly.';

ALTER TABLE affiliate_shares
  ADD COLUMN quantity integer NOT NULL DEFAULT 1,
  ADD COLUMN returned_quantity integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT affiliate_shares_quantity_check CHECK (quantity BETWEEN 1 AND 7) NOT VALID;
COMMENT ON COLUMN affiliate_shares.quantity IS 'Units that hundredths and price_cents are of.';
COMMENT ON COLUMN affiliate_shares.returned_quantity IS 'Of a negative share: units of the order given back in all, this one included.';

DROP TRIGGER orders_note_record_change ON orders;
CREATE TRIGGER orders_note_record_change
  AFTER UPDATE OF payment_id, user_id, seller_id, price_cents, commission_cents, earning_cents, refunded_cents, quantity, returned_quantity
  ON orders FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_record_change();
