-- What the content of a unit weighs, as its seller declares it. Sums of kilograms are of orders that have it.
ALTER TABLE products
  ADD COLUMN weight_grams integer,
  ADD CONSTRAINT products_weight_grams_check CHECK (weight_grams BETWEEN 50 AND 20000) NOT VALID;
COMMENT ON COLUMN products.weight_grams IS 'Of one unit, declared by the seller; null: not said.';

ALTER TABLE orders
  ADD COLUMN weight_grams integer,
  ADD CONSTRAINT orders_weight_grams_check CHECK (weight_grams BETWEEN 50 AND 20000) NOT VALID;
COMMENT ON COLUMN orders.weight_grams IS 'Of one unit, as declared at the purchase.';
