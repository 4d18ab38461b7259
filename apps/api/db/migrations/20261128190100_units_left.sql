-- `left` is a reserved word of SQL. The key in notifications stays.
ALTER TABLE pickup_slots RENAME COLUMN "left" TO units_left;

CREATE OR REPLACE FUNCTION notify_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock',
    json_build_object('product_id', NEW.product_id, 'slot_id', NEW.id, 'left', NEW.units_left)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_new_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The nightly generation inserts slots of all products: one notification instead of a million.
  IF (SELECT count(*) FROM added) > 100 THEN
    PERFORM pg_notify('stock', '{}');
  ELSE
    PERFORM pg_notify('stock', json_build_object('product_id', product_id, 'slot_id', id, 'left', units_left)::text)
      FROM added;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION schedule_new_slot_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) SELECT product_id, id FROM added WHERE units_left = 0;
  RETURN NULL;
END $$;
