-- Clusters of the map are calculated again only after a change of what they count, and when a product leaves them because
-- its last window is over.
CREATE TABLE map_changes (changed_at timestamptz NOT NULL DEFAULT now());
COMMENT ON TABLE map_changes IS 'Changes of what the clusters of the map count, since they were calculated.';

CREATE TABLE map_cell_state (
  id boolean PRIMARY KEY DEFAULT true CONSTRAINT map_cell_state_one_row CHECK (id),
  valid_until timestamptz NOT NULL
);
COMMENT ON COLUMN map_cell_state.valid_until IS 'End of the last window of the product that leaves the map first.';
INSERT INTO map_cell_state (valid_until) VALUES ('-infinity');

CREATE FUNCTION note_map_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_changes DEFAULT VALUES;
  RETURN NULL;
END $$;

CREATE TRIGGER products_note_map_insert AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION note_map_change();
CREATE TRIGGER products_note_map_change AFTER UPDATE OF state, price_cents, type_ids, sale_place_id ON products
  FOR EACH ROW WHEN ((OLD.state, OLD.price_cents, OLD.type_ids, OLD.sale_place_id)
    IS DISTINCT FROM (NEW.state, NEW.price_cents, NEW.type_ids, NEW.sale_place_id))
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER sale_places_note_map_change AFTER UPDATE OF latitude, longitude ON sale_places
  FOR EACH ROW WHEN ((OLD.latitude, OLD.longitude) IS DISTINCT FROM (NEW.latitude, NEW.longitude))
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER pickup_slots_note_map_insert AFTER INSERT ON pickup_slots
  FOR EACH STATEMENT EXECUTE FUNCTION note_map_change();
CREATE TRIGGER pickup_slots_note_map_change AFTER UPDATE OF closed, ends_at ON pickup_slots
  FOR EACH ROW WHEN ((OLD.closed, OLD.ends_at) IS DISTINCT FROM (NEW.closed, NEW.ends_at))
  EXECUTE FUNCTION note_map_change();
