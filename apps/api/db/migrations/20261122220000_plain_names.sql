-- Tables, columns, indexes, triggers and functions are named by the terms of docs/glossary.md. Their rows stay as they are.

ALTER TABLE users RENAME COLUMN is_owner TO is_seller;
ALTER TABLE users RENAME COLUMN sname TO surname;
ALTER TABLE users RENAME COLUMN ref_code TO referral_code;
ALTER TABLE users RENAME CONSTRAINT users_ref_code_key TO users_referral_code_key;
ALTER INDEX users_to_erase RENAME TO users_erasure_due;

ALTER TABLE login_codes RENAME COLUMN wrong_tries TO failed_attempts;
ALTER TABLE social_flows RENAME COLUMN next TO return_path;
ALTER TABLE social_flows RENAME COLUMN ref_link TO referral_code;

ALTER TABLE sale_places RENAME COLUMN owner_id TO seller_id;
ALTER TABLE sale_places RENAME COLUMN is_hand_write_address TO has_manual_address;
ALTER TABLE sale_places RENAME COLUMN category_ids TO type_ids;
ALTER TABLE sale_places RENAME CONSTRAINT sale_places_owner_id_fkey TO sale_places_seller_id_fkey;
ALTER INDEX sale_places_owner_id RENAME TO sale_places_seller_id;

ALTER TABLE products RENAME COLUMN category_ids TO type_ids;

ALTER TABLE product_dates RENAME TO date_overrides;
ALTER TABLE date_overrides RENAME CONSTRAINT product_dates_pkey TO date_overrides_pkey;
ALTER TABLE date_overrides RENAME CONSTRAINT product_dates_product_id_fkey TO date_overrides_product_id_fkey;
ALTER TABLE date_overrides RENAME CONSTRAINT product_dates_check TO date_overrides_time_end_check;
ALTER TABLE date_overrides RENAME CONSTRAINT product_dates_check1 TO date_overrides_both_times_check;
ALTER TABLE date_overrides RENAME CONSTRAINT product_dates_time_start_check TO date_overrides_time_start_check;

ALTER TABLE slots_kept RENAME TO slot_horizons;
ALTER TABLE slot_horizons RENAME COLUMN until TO generated_through;
ALTER TABLE slot_horizons RENAME CONSTRAINT slots_kept_pkey TO slot_horizons_pkey;

ALTER TABLE pickup_slots RENAME COLUMN own_quantity TO has_quantity_override;

ALTER TABLE map_cells RENAME COLUMN places TO sale_place_count;
ALTER TABLE map_cells RENAME COLUMN place_id TO sale_place_id;
ALTER TABLE map_cells RENAME COLUMN price_from_cents TO min_price_cents;

ALTER TABLE back_on_sale_notices RENAME TO back_on_sale_notifications;
ALTER TABLE back_on_sale_notifications RENAME COLUMN told_at TO notified_at;
ALTER TABLE back_on_sale_notifications
  RENAME CONSTRAINT back_on_sale_notices_pkey TO back_on_sale_notifications_pkey;
ALTER TABLE back_on_sale_notifications
  RENAME CONSTRAINT back_on_sale_notices_slot_id_fkey TO back_on_sale_notifications_slot_id_fkey;
ALTER TABLE back_on_sale_notifications
  RENAME CONSTRAINT back_on_sale_notices_user_id_fkey TO back_on_sale_notifications_user_id_fkey;
ALTER INDEX back_on_sale_notices_due_at RENAME TO back_on_sale_notifications_due_at;
ALTER INDEX back_on_sale_notices_slot_id RENAME TO back_on_sale_notifications_slot_id;

ALTER TABLE last_sold_notices RENAME TO sold_out_notifications;
ALTER TABLE sold_out_notifications RENAME COLUMN told_at TO notified_at;
ALTER TABLE sold_out_notifications RENAME CONSTRAINT last_sold_notices_pkey TO sold_out_notifications_pkey;
ALTER TABLE sold_out_notifications
  RENAME CONSTRAINT last_sold_notices_slot_id_fkey TO sold_out_notifications_slot_id_fkey;

ALTER TABLE order_reminders RENAME COLUMN told_at TO notified_at;

ALTER TABLE pin_tries RENAME TO pin_attempts;
ALTER TABLE pin_attempts RENAME COLUMN wrong_at TO failed_at;
ALTER TABLE pin_attempts RENAME CONSTRAINT pin_tries_pkey TO pin_attempts_pkey;
ALTER TABLE pin_attempts RENAME CONSTRAINT pin_tries_sale_place_id_fkey TO pin_attempts_sale_place_id_fkey;

ALTER INDEX orders_place_pages RENAME TO orders_sale_place_id;
ALTER INDEX orders_seller_pages RENAME TO orders_seller_id;
ALTER INDEX orders_plain_pin RENAME TO orders_unencrypted_pin;

ALTER TABLE payments RENAME COLUMN refund_tries TO refund_attempts;
ALTER TABLE payments RENAME COLUMN refund_next_try_at TO refund_next_attempt_at;
ALTER TABLE partial_refunds RENAME COLUMN refund_tries TO refund_attempts;
ALTER TABLE partial_refunds RENAME COLUMN refund_next_try_at TO refund_next_attempt_at;

ALTER TABLE provider_looks RENAME TO payment_sync_cursors;
ALTER TABLE payment_sync_cursors RENAME COLUMN until TO synced_until;
ALTER TABLE payment_sync_cursors RENAME CONSTRAINT provider_looks_pkey TO payment_sync_cursors_pkey;

ALTER TABLE disputes RENAME COLUMN looked_at TO checked_at;
ALTER TABLE disputes RENAME COLUMN bookings TO posting_count;

ALTER TABLE affiliate_shares RENAME COLUMN person_id TO referred_user_id;
ALTER TABLE affiliate_shares
  RENAME CONSTRAINT affiliate_shares_person_id_fkey TO affiliate_shares_referred_user_id_fkey;
ALTER INDEX affiliate_shares_person RENAME TO affiliate_shares_referred_user_id;
ALTER INDEX affiliate_shares_once RENAME TO affiliate_shares_order_id_side_key;

ALTER TABLE businesses RENAME COLUMN locked_until TO retain_until;
ALTER INDEX businesses_locked_until RENAME TO businesses_retain_until;
ALTER TABLE payout_details RENAME COLUMN locked_until TO retain_until;
ALTER INDEX payout_details_locked RENAME TO payout_details_retain_until;

ALTER TABLE payout_runs RENAME COLUMN made_at TO created_at;
ALTER INDEX statements_once RENAME TO statements_user_id_role_month_key;

-- PostgreSQL 18 names these constraints too, after the former tables and columns.
DO $$
DECLARE
  constraint_row record;
BEGIN
  FOR constraint_row IN
    SELECT table_class.relname AS table_name, constraint_entry.conname AS old_name,
      left(table_class.relname || '_' || attname || '_not_null', 63) AS new_name
    FROM pg_constraint constraint_entry
      JOIN pg_class table_class ON table_class.oid = conrelid
      JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'n' AND table_class.relnamespace = 'public'::regnamespace
      AND table_class.relname IN ('users', 'login_codes', 'social_flows', 'sale_places', 'products', 'date_overrides', 'slot_horizons',
        'pickup_slots', 'map_cells', 'back_on_sale_notifications', 'sold_out_notifications', 'order_reminders',
        'pin_attempts', 'payments', 'partial_refunds', 'payment_sync_cursors', 'disputes',
        'affiliate_shares', 'businesses', 'payout_details', 'payout_runs')
  LOOP
    IF constraint_row.old_name <> constraint_row.new_name THEN
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I',
        constraint_row.table_name, constraint_row.old_name, constraint_row.new_name);
    END IF;
  END LOOP;
END $$;

-- Append-only tables.

ALTER FUNCTION ledger_refuse_change() RENAME TO forbid_change;
CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $$;
DROP TRIGGER affiliate_credits_append_only ON affiliate_credits;
CREATE TRIGGER affiliate_credits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliate_credits
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
DROP FUNCTION affiliate_refuse_change();

ALTER FUNCTION ledger_check_balance() RENAME TO check_ledger_balance;
CREATE OR REPLACE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked_id bigint :=
    CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total_cents bigint;
BEGIN
  SELECT sum(amount_cents) INTO total_cents FROM ledger_entries WHERE transaction_id = checked_id;
  IF total_cents IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', checked_id,
      coalesce(total_cents::text, 'it has no entries');
  END IF;
  RETURN NULL;
END $$;

-- Slots and products that become available again. Unchanged but for their names.

ALTER FUNCTION check_slot_later() RENAME TO schedule_slot_check;
ALTER FUNCTION check_new_slots_later() RENAME TO schedule_new_slot_checks;
ALTER FUNCTION check_product_now() RENAME TO schedule_product_check;
ALTER TRIGGER pickup_slots_check_later ON pickup_slots RENAME TO pickup_slots_schedule_check;
ALTER TRIGGER pickup_slots_check_new ON pickup_slots RENAME TO pickup_slots_schedule_new_checks;
ALTER TRIGGER products_check_now ON products RENAME TO products_schedule_check;

-- Channel 'stock': {product_id, slot_id, left}. slot_id and left are null when the product itself changed; {} stands for
-- many changes at once.

ALTER FUNCTION tell_slot() RENAME TO notify_slot;
ALTER FUNCTION tell_product() RENAME TO notify_product;
ALTER FUNCTION tell_new_slots() RENAME TO notify_new_slots;
CREATE OR REPLACE FUNCTION notify_new_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The nightly generation inserts slots of all products: one notification instead of a million.
  IF (SELECT count(*) FROM added) > 100 THEN
    PERFORM pg_notify('stock', '{}');
  ELSE
    PERFORM pg_notify('stock', json_build_object('product_id', product_id, 'slot_id', id, 'left', "left")::text)
      FROM added;
  END IF;
  RETURN NULL;
END $$;
ALTER TRIGGER pickup_slots_tell ON pickup_slots RENAME TO pickup_slots_notify;
ALTER TRIGGER pickup_slots_tell_new ON pickup_slots RENAME TO pickup_slots_notify_new;
ALTER TRIGGER products_tell ON products RENAME TO products_notify;

-- Channel 'orders': {seller_id, order_id, sale_place_id, change}.

ALTER FUNCTION tell_order() RENAME TO notify_order;
CREATE OR REPLACE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.id,
    'sale_place_id', NEW.sale_place_id,
    'change', CASE WHEN TG_OP = 'INSERT' THEN 'sold' WHEN NEW.state = 'cancelled_by_buyer' THEN 'cancelled'
      ELSE 'changed' END)::text);
  RETURN NULL;
END $$;
ALTER FUNCTION tell_report() RENAME TO notify_report;
CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'order_id', NEW.order_id,
    'sale_place_id', sale_place_id, 'change', CASE WHEN TG_OP = 'INSERT' THEN 'report' ELSE 'changed' END)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
ALTER TRIGGER orders_tell ON orders RENAME TO orders_notify;
ALTER TRIGGER orders_tell_change ON orders RENAME TO orders_notify_change;
ALTER TRIGGER reports_tell ON reports RENAME TO reports_notify;

COMMENT ON COLUMN products.earth IS 'Position of its sale place, as the extension earthdistance stores one.';
COMMENT ON COLUMN affiliate_credits.hundredths IS 'Unit: a hundredth of a cent.';
COMMENT ON COLUMN affiliate_shares.hundredths IS 'Unit: a hundredth of a cent.';
COMMENT ON COLUMN slot_horizons.generated_through IS 'Last date for which slots were generated in this time zone.';
COMMENT ON COLUMN pin_attempts.failed_at IS 'Instants of recent wrong PINs, oldest first.';
COMMENT ON COLUMN payments.refund_next_attempt_at IS 'Null: due now.';
COMMENT ON COLUMN partial_refunds.refund_next_attempt_at IS 'Null: due now.';
COMMENT ON COLUMN payments.refund_error IS 'Last error of the provider.';
COMMENT ON COLUMN partial_refunds.refund_error IS 'Last error of the provider.';

-- Waiting jobs of the same release.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  UPDATE pgboss.job SET data = data - 'matter' || jsonb_build_object('event', data -> 'matter')
  WHERE name = 'orders.seller-news' AND data ? 'matter';
END $$;
