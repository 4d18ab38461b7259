CREATE TABLE towns (
  key text PRIMARY KEY CHECK (key ~ '^[a-z]{2}-[a-z0-9-]{1,97}$'),
  name jsonb NOT NULL
);
COMMENT ON TABLE towns IS 'Towns that sale places are in, as addresses of pages name them.';
COMMENT ON COLUMN towns.key IS 'Country and name: pt-lisboa.';
COMMENT ON COLUMN towns.name IS 'By language.';
CREATE TABLE sale_place_towns (
  sale_place_id integer PRIMARY KEY REFERENCES sale_places (id) ON DELETE CASCADE,
  town_key text REFERENCES towns (key),
  latitude double precision NOT NULL,
  longitude double precision NOT NULL
);
COMMENT ON TABLE sale_place_towns IS 'The town of each sale place, worked out at night.';
COMMENT ON COLUMN sale_place_towns.town_key IS 'Null: far from any.';
COMMENT ON COLUMN sale_place_towns.latitude IS 'Of the sale place when its town was worked out.';
CREATE INDEX sale_place_towns_town ON sale_place_towns (town_key, sale_place_id);
CREATE TABLE sale_place_impacts (
  sale_place_id integer NOT NULL REFERENCES sale_places (id) ON DELETE CASCADE,
  month date NOT NULL,
  buyers integer NOT NULL,
  packs integer NOT NULL,
  packs_with_weight integer NOT NULL,
  grams bigint NOT NULL,
  saved_cents bigint NOT NULL,
  PRIMARY KEY (sale_place_id, month),
  CONSTRAINT sale_place_impacts_first_of_month CHECK (EXTRACT(day FROM month) = 1)
);
COMMENT ON TABLE sale_place_impacts IS 'What came of the collected orders of a sale place in a month, counted at night.';
COMMENT ON COLUMN sale_place_impacts.buyers IS 'Members of the business are none.';
CREATE INDEX sale_place_impacts_month ON sale_place_impacts (month);
CREATE TABLE town_impacts (
  town_key text NOT NULL REFERENCES towns (key) ON DELETE CASCADE,
  month date NOT NULL,
  buyers integer NOT NULL,
  buyers_without_one integer NOT NULL,
  packs integer NOT NULL,
  packs_with_weight integer NOT NULL,
  grams bigint NOT NULL,
  saved_cents bigint NOT NULL,
  PRIMARY KEY (town_key, month),
  CONSTRAINT town_impacts_first_of_month CHECK (EXTRACT(day FROM month) = 1),
  CONSTRAINT town_impacts_fewer_without_one CHECK (buyers_without_one BETWEEN 0 AND buyers)
);
COMMENT ON TABLE town_impacts IS 'What came of the collected orders of a town in a month, counted at night.';
COMMENT ON COLUMN town_impacts.buyers_without_one IS 'Buyers left when the orders of one business are taken away, whichever leaves fewest.';
CREATE INDEX town_impacts_month ON town_impacts (month);
