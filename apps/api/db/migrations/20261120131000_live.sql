-- Who listens to 'stock' hears of each change of what is on sale: {product_id, slot_id, left}. slot_id and left are
-- null when the pack itself changed; {} means that many changed at once.
CREATE FUNCTION tell_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.product_id, 'slot_id', NEW.id, 'left', NEW."left")::text);
  RETURN NULL;
END $$;
CREATE TRIGGER pickup_slots_tell AFTER UPDATE OF "left", quantity, closed, starts_at, ends_at ON pickup_slots
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_slot();

CREATE FUNCTION tell_new_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The coming week of all packs is one piece of news, not a million.
  IF (SELECT count(*) FROM added) > 100 THEN
    PERFORM pg_notify('stock', '{}');
  ELSE
    PERFORM pg_notify('stock', json_build_object('product_id', product_id, 'slot_id', id, 'left', "left")::text)
      FROM added;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pickup_slots_tell_new AFTER INSERT ON pickup_slots
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_new_slots();

CREATE FUNCTION tell_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.id, 'slot_id', NULL, 'left', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER products_tell AFTER UPDATE OF state ON products
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_product();
