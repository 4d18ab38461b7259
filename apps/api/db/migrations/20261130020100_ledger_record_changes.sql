CREATE TABLE ledger_record_changes (
  payment_id integer NOT NULL
);
COMMENT ON TABLE ledger_record_changes IS 'Payments of which something that the books must agree with has changed since all was compared.';

CREATE FUNCTION note_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_record_changes (payment_id)
  SELECT DISTINCT payment_id FROM (
    SELECT coalesce(changed ->> 'payment_id', changed ->> 'id')::integer AS payment_id
    FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) AS changed) AS changes
  WHERE payment_id IS NOT NULL;
  RETURN NULL;
END $$;

-- Not the payment of a hold: its posting names it.
CREATE TRIGGER payments_note_record_change AFTER UPDATE OF amount_cents, user_id, state ON payments FOR EACH ROW
  WHEN (OLD.state <> 'pending' AND (OLD.amount_cents <> NEW.amount_cents OR OLD.user_id <> NEW.user_id
    OR (OLD.state IN ('paid', 'refund_due', 'refunded')) <> (NEW.state IN ('paid', 'refund_due', 'refunded'))))
  EXECUTE FUNCTION note_record_change();
CREATE TRIGGER orders_note_record_change
  AFTER UPDATE OF payment_id, user_id, seller_id, price_cents, commission_cents, earning_cents, refunded_cents ON orders
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_record_change();
CREATE TRIGGER refund_transfers_note_record_change
  AFTER INSERT OR DELETE OR UPDATE OF payment_id, way, booked_cents ON refund_transfers
  FOR EACH ROW EXECUTE FUNCTION note_record_change();
CREATE TRIGGER disputes_note_record_change AFTER INSERT OR DELETE OR UPDATE OF payment_id, withdrawn_cents ON disputes
  FOR EACH ROW EXECUTE FUNCTION note_record_change();
