ALTER TABLE products VALIDATE CONSTRAINT products_vat_percent_check;
ALTER TABLE products VALIDATE CONSTRAINT products_one_vat_rate;
ALTER TABLE orders VALIDATE CONSTRAINT orders_one_vat_rate;
ALTER TABLE orders VALIDATE CONSTRAINT orders_invoice_has_tax_number;
ALTER TABLE payments VALIDATE CONSTRAINT payments_invoice_has_tax_number;
