ALTER TABLE products ADD COLUMN link_id integer;
COMMENT ON COLUMN products.link_id IS 'The same of products that are linked: one text, a row each. The id of the first linked copy, which no later link has.';
