ALTER TABLE orders VALIDATE CONSTRAINT orders_handed_out_by_fkey;
