ALTER TABLE product_import_photos ADD COLUMN content_hash bytea;
COMMENT ON COLUMN product_import_photos.content_hash IS 'SHA-256 of what was sent: equal photos are stored once.';
UPDATE product_import_photos SET content_hash = sha256(content) WHERE content IS NOT NULL;
