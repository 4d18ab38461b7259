-- When products were off sale after they had been on sale: their slots, generated ahead, offered nothing meanwhile.
CREATE TABLE off_sale_periods (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (product_id, began_at),
  CONSTRAINT off_sale_periods_end_after_begin CHECK (ended_at >= began_at)
);
COMMENT ON COLUMN off_sale_periods.ended_at IS 'Null while the product is off sale.';

-- Not the instant of the transaction: one that waited for the other may have begun earlier.
CREATE FUNCTION note_off_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'active' THEN
    INSERT INTO off_sale_periods (product_id, began_at) VALUES (NEW.id, clock_timestamp())
    ON CONFLICT (product_id, began_at) DO UPDATE SET ended_at = NULL;
  ELSE
    UPDATE off_sale_periods SET ended_at = greatest(began_at, clock_timestamp())
    WHERE product_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_note_off_sale AFTER UPDATE OF state ON products FOR EACH ROW
  WHEN ((OLD.state = 'active') <> (NEW.state = 'active')) EXECUTE FUNCTION note_off_sale();

-- Since when is not known.
INSERT INTO off_sale_periods (product_id, began_at)
SELECT id, now() FROM products WHERE state IN ('paused', 'closed', 'removed');
