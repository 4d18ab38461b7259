-- A hold of an account without a verified address passes to a buyer who has one while its payment has not begun.
ALTER TABLE payments ADD COLUMN is_passed_on boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payments.is_passed_on IS
  'The hold ended before its time, because its unit passed to a buyer with a verified address or an earlier order.';

CREATE FUNCTION notify_passed_on_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('holds', json_build_object('user_id', NEW.user_id, 'product_id', NEW.product_id,
    'slot_id', NEW.slot_id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_notify_passed_on AFTER UPDATE OF is_passed_on ON payments
  FOR EACH ROW WHEN (NEW.is_passed_on AND NOT OLD.is_passed_on) EXECUTE FUNCTION notify_passed_on_hold();
