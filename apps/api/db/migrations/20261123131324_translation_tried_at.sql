ALTER TABLE products ADD COLUMN translation_tried_at timestamptz;
COMMENT ON COLUMN products.translation_tried_at IS 'When the translation service was last asked; null since the text changed.';
