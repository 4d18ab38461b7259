-- What a seller says of allergens, and products that wait for it where the operator asks for it.
ALTER TABLE products
  ADD COLUMN is_free_of_allergens boolean NOT NULL DEFAULT false,
  ADD COLUMN awaits_allergens boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT products_free_or_with_allergens CHECK (NOT is_free_of_allergens OR allergens = '{}') NOT VALID,
  ADD CONSTRAINT products_active_names_allergens CHECK (state <> 'active' OR NOT awaits_allergens) NOT VALID;
COMMENT ON COLUMN products.is_free_of_allergens IS 'Its seller says that it contains none of the fourteen; without it, no allergens means that none were named.';
COMMENT ON COLUMN products.awaits_allergens IS 'Off sale until allergens are named, because the operator asks for them (REQUIRE_ALLERGENS).';
