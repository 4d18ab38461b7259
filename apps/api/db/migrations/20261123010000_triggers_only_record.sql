-- Triggers record that a row changed; what follows from it is decided by the modules (decision 37).
ALTER TABLE back_on_sale_checks DROP COLUMN due_at;
COMMENT ON TABLE back_on_sale_checks IS 'Changes after which a product may be back on sale, until the offers module has looked at them.';

CREATE OR REPLACE FUNCTION schedule_new_slot_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) SELECT product_id, id FROM added WHERE "left" = 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION schedule_product_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION schedule_slot_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) VALUES (NEW.product_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.id,
    'sale_place_id', NEW.sale_place_id, 'state', NEW.state, 'changed_table', TG_TABLE_NAME, 'operation', TG_OP)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.order_id,
    'sale_place_id', sale_place_id, 'state', state, 'changed_table', TG_TABLE_NAME, 'operation', TG_OP)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
