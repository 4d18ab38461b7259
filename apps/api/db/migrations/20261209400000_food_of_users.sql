-- What a user eats, kept because they asked for it: lists and notices leave out the rest.
ALTER TABLE users
  ADD COLUMN diets text[] NOT NULL DEFAULT '{}',
  ADD COLUMN avoided_allergens text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT users_diets_check CHECK (diets <@ ARRAY['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free']) NOT VALID,
  ADD CONSTRAINT users_avoided_allergens_check CHECK (avoided_allergens <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) NOT VALID;
COMMENT ON COLUMN users.diets IS 'Data about health or belief: only what the user asked to be kept.';
COMMENT ON COLUMN users.avoided_allergens IS 'Data about health: only what the user asked to be kept.';
