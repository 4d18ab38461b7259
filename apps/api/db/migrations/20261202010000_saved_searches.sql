-- What a user searched for where there was nothing of it: they are told when something of it is on sale near there.
CREATE TABLE saved_searches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  text text NOT NULL,
  type_id integer REFERENCES product_types,
  query tsquery,
  earth cube NOT NULL,
  created_at timestamptz NOT NULL,
  notified_at timestamptz,
  CONSTRAINT saved_searches_user_id_text_type_id_key UNIQUE NULLS NOT DISTINCT (user_id, text, type_id),
  CONSTRAINT saved_searches_asks_for_something CHECK (query IS NOT NULL OR type_id IS NOT NULL)
);
CREATE INDEX saved_searches_earth ON saved_searches USING gist (earth);
CREATE INDEX saved_searches_created_at ON saved_searches (created_at);

COMMENT ON COLUMN saved_searches.text IS 'As typed; empty: a kind of pack only.';
COMMENT ON COLUMN saved_searches.query IS 'What the text asks for, without its time; null without a text.';
COMMENT ON COLUMN saved_searches.earth IS 'Where it was searched, to about a kilometre, as the extension earthdistance stores it.';
COMMENT ON COLUMN saved_searches.notified_at IS 'When the user was last told of something that matches.';

-- Why the user is told; null: the product is a favourite.
ALTER TABLE back_on_sale_notifications ADD COLUMN saved_search_id integer;
ALTER TABLE back_on_sale_notifications ADD CONSTRAINT back_on_sale_notifications_saved_search_id_fkey
  FOREIGN KEY (saved_search_id) REFERENCES saved_searches ON DELETE SET NULL NOT VALID;

-- Also a product that is on sale for the first time, of which nobody was to be told so far.
ALTER TABLE back_on_sale_checks ADD COLUMN is_first_sale boolean NOT NULL DEFAULT false;
COMMENT ON TABLE back_on_sale_checks IS
  'Changes after which a product may be on sale or back on sale, until the offers module has looked at them.';
COMMENT ON COLUMN back_on_sale_checks.is_first_sale IS 'On sale for the first time: back on sale for nobody.';
CREATE OR REPLACE FUNCTION schedule_product_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks AS checks (product_id, is_first_sale) VALUES (NEW.id, OLD.state = 'draft')
    ON CONFLICT (product_id, slot_id) DO UPDATE SET is_first_sale = checks.is_first_sale AND EXCLUDED.is_first_sale;
  RETURN NULL;
END $$;
DROP TRIGGER products_schedule_check ON products;
CREATE TRIGGER products_schedule_check AFTER UPDATE OF state ON products FOR EACH ROW
  WHEN (OLD.state IN ('draft', 'paused', 'closed') AND NEW.state = 'active') EXECUTE FUNCTION schedule_product_check();
