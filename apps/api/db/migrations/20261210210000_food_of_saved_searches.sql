-- The diets and allergens that a search had when somebody asked to be told of it; `query` has them as conditions.
ALTER TABLE saved_searches
  ADD COLUMN diets text[] NOT NULL DEFAULT '{}',
  ADD COLUMN avoided_allergens text[] NOT NULL DEFAULT '{}',
  ADD COLUMN has_unnamed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT saved_searches_diets_check CHECK (diets <@ ARRAY['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free']) NOT VALID,
  ADD CONSTRAINT saved_searches_avoided_allergens_check CHECK (avoided_allergens <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) NOT VALID;
COMMENT ON COLUMN saved_searches.diets IS 'Data about health or belief: only what the user asked to be told of.';
COMMENT ON COLUMN saved_searches.avoided_allergens IS 'Data about health: only what the user asked to be told of.';
COMMENT ON COLUMN saved_searches.has_unnamed IS 'With avoided allergens: what names none counts too.';
