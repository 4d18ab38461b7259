-- Of the text; null: not stated, as before there was a choice.
ALTER TABLE ratings ADD COLUMN language text;
ALTER TABLE ratings ADD CONSTRAINT ratings_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID;
ALTER TABLE ratings ADD COLUMN translation_tried_at timestamptz;
COMMENT ON COLUMN ratings.translation_tried_at IS 'Of its text, or the reply to it.';

-- By the translation service: the text of a review, or of the reply to it.
CREATE TABLE review_translations (
  order_id integer NOT NULL REFERENCES ratings (order_id),
  author text NOT NULL CONSTRAINT review_translations_author_check CHECK (author IN ('buyer', 'seller')),
  language text NOT NULL CONSTRAINT review_translations_language_check CHECK (language IN ('pt', 'en', 'ru')),
  text text NOT NULL,
  PRIMARY KEY (order_id, author, language)
);
