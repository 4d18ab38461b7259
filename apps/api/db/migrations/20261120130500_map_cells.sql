-- How many venues have packs on sale in each square of the map, counted anew every few minutes: a view of a town is
-- answered from some dozens of rows, however many venues there are. A square of level n is 90 / 2^n degrees wide.
CREATE TABLE map_cells (
  level smallint NOT NULL,
  -- product_types.id; 0 counts all
  type_id integer NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  places integer NOT NULL,
  -- one of the venues: the venue where there is but one
  place_id integer NOT NULL,
  price_from_cents integer NOT NULL,
  -- the middle of its venues
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  PRIMARY KEY (level, type_id, x, y)
);
