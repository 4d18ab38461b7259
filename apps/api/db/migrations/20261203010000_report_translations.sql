-- Of the buyer's words; null: not stated, as before.
ALTER TABLE reports ADD COLUMN language text;
ALTER TABLE reports ADD CONSTRAINT reports_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID;
ALTER TABLE reports ADD COLUMN translations jsonb DEFAULT '{}' NOT NULL;
COMMENT ON COLUMN reports.translations IS 'Of the buyer''s words, by the translation service, by language.';
