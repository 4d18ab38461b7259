ALTER TABLE products ADD COLUMN language text DEFAULT 'pt' NOT NULL CHECK (language IN ('pt', 'en', 'ru'));
COMMENT ON COLUMN products.language IS 'Of name and description.';

CREATE TABLE product_texts (
  product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  name text NOT NULL,
  description text NOT NULL,
  is_translated boolean NOT NULL,
  PRIMARY KEY (product_id, language)
);
COMMENT ON TABLE product_texts IS 'Texts of a product in other languages than its own.';
COMMENT ON COLUMN product_texts.is_translated IS 'By the translation service; else written by the seller.';
