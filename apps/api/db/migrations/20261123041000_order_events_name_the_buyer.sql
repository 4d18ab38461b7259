-- Buyers follow their own orders and reports live, too.
CREATE OR REPLACE FUNCTION public.notify_order() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', NEW.user_id,
    'order_id', NEW.id, 'sale_place_id', NEW.sale_place_id, 'state', NEW.state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_report() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', user_id,
    'order_id', NEW.order_id, 'sale_place_id', sale_place_id, 'state', state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $function$;
