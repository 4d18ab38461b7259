-- What a pack cost when somebody entered a draw or joined a line is the most that its unit is offered for.
ALTER TABLE allocation_entries ADD COLUMN price_cents integer;
ALTER TABLE allocation_entries ADD COLUMN notified_off_sale_at timestamptz;
COMMENT ON COLUMN allocation_entries.price_cents IS
  'Shown when the user entered or joined; null of entries made by a former version, which are offered at the present price.';
COMMENT ON COLUMN allocation_entries.notified_off_sale_at IS
  'When the waiting user was told that the product is off sale at present.';
