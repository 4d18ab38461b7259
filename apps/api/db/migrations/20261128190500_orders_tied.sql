-- What an order repeats of its product and price agrees with them. A sum that does not is mended where it is defined: the
-- earning is the price less the commission. An order whose product or sale place is another seller's stops the migration:
-- whom it concerns is for the operator to say.
UPDATE orders SET earning_cents = price_cents - commission_cents
WHERE price_cents <> commission_cents + earning_cents;
DO $$
DECLARE
  wrong text;
BEGIN
  SELECT string_agg(id::text, ', ') INTO wrong FROM (
    SELECT id FROM orders
    WHERE NOT EXISTS (SELECT FROM sale_places WHERE id = sale_place_id AND seller_id = orders.seller_id)
      OR NOT EXISTS (SELECT FROM products JOIN sale_places ON sale_places.id = products.sale_place_id
        WHERE products.id = orders.product_id AND sale_places.seller_id = orders.seller_id)
    ORDER BY id LIMIT 20) AS rows;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'orders whose product or sale place is another seller''s, correct them first: %', wrong;
  END IF;
END $$;

-- In place of the index of one column.
CREATE UNIQUE INDEX sale_places_seller_id_id_key ON sale_places (seller_id, id);
DROP INDEX sale_places_seller_id;
ALTER TABLE sale_places ADD CONSTRAINT sale_places_seller_id_id_key UNIQUE USING INDEX sale_places_seller_id_id_key;

-- A product may move between the sale places of its seller, and its orders stay where they were made.
ALTER TABLE products ADD COLUMN seller_id integer;
UPDATE products SET seller_id = sale_places.seller_id FROM sale_places WHERE sale_places.id = sale_place_id;
ALTER TABLE products ALTER COLUMN seller_id SET NOT NULL;
COMMENT ON COLUMN products.seller_id IS 'Of its sale place, written by a trigger: what orders refer to.';

CREATE FUNCTION set_product_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT seller_id INTO NEW.seller_id FROM sale_places WHERE id = NEW.sale_place_id;
  RETURN NEW;
END $$;
CREATE TRIGGER products_set_seller BEFORE INSERT OR UPDATE OF sale_place_id, seller_id ON products
  FOR EACH ROW EXECUTE FUNCTION set_product_seller();

CREATE UNIQUE INDEX products_seller_id_id_key ON products (seller_id, id);
ALTER TABLE products
  ADD CONSTRAINT products_seller_id_id_key UNIQUE USING INDEX products_seller_id_id_key,
  ADD CONSTRAINT products_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id)
    REFERENCES sale_places (seller_id, id) NOT VALID;

ALTER TABLE orders
  ADD CONSTRAINT orders_price_is_commission_and_earning CHECK (price_cents = commission_cents + earning_cents) NOT VALID,
  ADD CONSTRAINT orders_product_of_seller FOREIGN KEY (seller_id, product_id)
    REFERENCES products (seller_id, id) NOT VALID,
  ADD CONSTRAINT orders_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id)
    REFERENCES sale_places (seller_id, id) NOT VALID;
