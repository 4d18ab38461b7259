CREATE TABLE sale_place_types (
  id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  -- {pt, en, ru}
  name jsonb NOT NULL
);
INSERT INTO sale_place_types VALUES
  (1, 'bakery', '{"pt": "Padaria", "en": "Bakery", "ru": "Пекарня"}'),
  (2, 'cafe', '{"pt": "Café", "en": "Café", "ru": "Кафе"}'),
  (3, 'restaurant', '{"pt": "Restaurante", "en": "Restaurant", "ru": "Ресторан"}'),
  (4, 'supermarket', '{"pt": "Supermercado", "en": "Supermarket", "ru": "Супермаркет"}'),
  (5, 'hotel', '{"pt": "Hotel", "en": "Hotel", "ru": "Отель"}'),
  (6, 'gas_station', '{"pt": "Bomba de gasolina", "en": "Petrol station", "ru": "Заправка"}');

CREATE TABLE sale_places (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES users,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  phone text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  -- IANA name, found from the coordinates
  time_zone text NOT NULL,
  is_hand_write_address boolean NOT NULL DEFAULT false,
  -- sale_place_types.id
  category_ids integer[] NOT NULL,
  logo text,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE INDEX sale_places_owner_id ON sale_places (owner_id);
CREATE INDEX sale_places_position ON sale_places USING gist (point(longitude, latitude));
