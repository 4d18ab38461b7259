-- A seller may offer up to 99 packs of a product a day.
ALTER TABLE products DROP CONSTRAINT products_daily_quantity_check;
ALTER TABLE products ADD CONSTRAINT products_daily_quantity_check CHECK (daily_quantity BETWEEN 1 AND 99) NOT VALID;
