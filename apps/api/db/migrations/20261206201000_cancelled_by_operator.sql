-- For whose sake an order was cancelled stays 'cancelled_by_store'; who did it counts for the shop's figures.
ALTER TABLE orders ADD COLUMN cancelled_by_operator boolean NOT NULL DEFAULT false;
UPDATE orders SET cancelled_by_operator = true
WHERE state = 'cancelled_by_store' AND id IN (
  SELECT subject_id::integer FROM audit_entries WHERE action = 'cancelAdminOrder' AND subject_kind = 'order');
