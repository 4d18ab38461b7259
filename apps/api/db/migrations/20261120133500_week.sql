-- What a seller said about one date of a pack, instead of its week. Without hours it is closed.
CREATE TABLE product_dates (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  date date NOT NULL,
  -- wall-clock times 'HH:MM' at the venue
  time_start text CHECK (time_start ~ '^[0-2][0-9]:[0-5][0-9]$'),
  time_end text CHECK (time_end ~ '^[0-2][0-9]:[0-5][0-9]$' AND time_end <> time_start),
  PRIMARY KEY (product_id, date),
  CHECK ((time_start IS NULL) = (time_end IS NULL))
);

-- Days on which a venue hands out nothing.
CREATE TABLE holidays (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sale_place_id integer NOT NULL REFERENCES sale_places ON DELETE CASCADE,
  name text NOT NULL,
  date_from date NOT NULL,
  date_to date NOT NULL CHECK (date_to >= date_from),
  UNIQUE (sale_place_id, date_from, date_to)
);

-- own_quantity: its seller set it for this day; the daily quantity leaves it alone.
-- cancelled: it is closed, and who is paying gets it no more.
-- sold_out: its seller sells no more of it; what comes back is not put on sale again.
ALTER TABLE pickup_slots
  ADD COLUMN own_quantity boolean NOT NULL DEFAULT false,
  ADD COLUMN cancelled boolean NOT NULL DEFAULT false,
  ADD COLUMN sold_out boolean NOT NULL DEFAULT false;
