ALTER TABLE sale_places
  ADD COLUMN language text DEFAULT 'pt' NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  ADD COLUMN descriptions jsonb DEFAULT '{}' NOT NULL;
COMMENT ON COLUMN sale_places.language IS 'Of the description.';
COMMENT ON COLUMN sale_places.descriptions IS 'Descriptions in other languages, by language.';
