-- Closing goes by the pack, which the list looks at anyway, not by the venue, which it would have to join for it.
ALTER TABLE products DROP CONSTRAINT products_state_check;
ALTER TABLE products ADD CONSTRAINT products_state_check CHECK (state IN ('draft', 'active', 'paused', 'closed'));
UPDATE products SET state = 'closed' FROM sale_places
  WHERE sale_places.id = sale_place_id AND sale_places.closed AND state = 'active';
ALTER TABLE sale_places DROP COLUMN closed;
