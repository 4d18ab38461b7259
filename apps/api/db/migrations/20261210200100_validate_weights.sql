ALTER TABLE products VALIDATE CONSTRAINT products_weight_grams_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_weight_grams_check;
