ALTER TABLE product_imports ADD COLUMN sale_place_ids integer[];
COMMENT ON COLUMN product_imports.sale_place_ids IS 'That its rows name, or all that its maker has; null: all of the business.';

ALTER TABLE product_import_rows
  ADD COLUMN linked_count integer NOT NULL DEFAULT 0,
  ADD COLUMN product_id integer,
  ADD CONSTRAINT product_import_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products (id) NOT VALID;
COMMENT ON COLUMN product_import_rows.linked_count IS 'Products that change with the one of the row, because they are linked with it.';
COMMENT ON COLUMN product_import_rows.product_id IS 'What was written.';
