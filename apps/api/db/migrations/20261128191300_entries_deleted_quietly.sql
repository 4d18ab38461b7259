-- Nobody is told of an entry that is deleted long after its end.
CREATE OR REPLACE FUNCTION notify_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed allocation_entries := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.ended_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('stock', json_build_object('product_id', changed.product_id)::text);
  PERFORM pg_notify('entries', json_build_object('user_id', changed.user_id, 'product_id', changed.product_id,
    'slot_id', changed.slot_id)::text);
  RETURN NULL;
END $$;
