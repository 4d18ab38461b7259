CREATE TABLE product_types (
  id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name jsonb NOT NULL
);
INSERT INTO product_types VALUES
  (1, 'bakery', '{"pt": "Padaria", "en": "Bakery", "ru": "Выпечка"}'),
  (2, 'meals', '{"pt": "Refeições", "en": "Meals", "ru": "Готовые блюда"}'),
  (3, 'groceries', '{"pt": "Mercearia", "en": "Groceries", "ru": "Продукты"}'),
  (4, 'sweets', '{"pt": "Doces", "en": "Sweets", "ru": "Сладкое"}'),
  (5, 'sushi', '{"pt": "Sushi", "en": "Sushi", "ru": "Суши"}'),
  (6, 'vegetarian', '{"pt": "Vegetariano", "en": "Vegetarian", "ru": "Вегетарианское"}'),
  (7, 'breakfast', '{"pt": "Pequeno-almoço", "en": "Breakfast", "ru": "Завтрак"}');

CREATE TABLE price_tiers (
  price_cents integer PRIMARY KEY CHECK (price_cents > 129),
  -- at most 70 % off: value <= price / 0.3
  old_price_cents integer NOT NULL CHECK (old_price_cents * 3 <= price_cents * 10)
);
INSERT INTO price_tiers VALUES (199, 600), (299, 900), (399, 1200), (499, 1500), (599, 1800), (799, 2400), (999, 3000);

-- Photos taken in and not yet part of a pack.
CREATE TABLE uploads (
  path text PRIMARY KEY,
  srcset text NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploads_created_at ON uploads (created_at);

CREATE TABLE products (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sale_place_id integer NOT NULL REFERENCES sale_places,
  name text NOT NULL,
  description text NOT NULL,
  price_cents integer NOT NULL REFERENCES price_tiers,
  old_price_cents integer NOT NULL,
  -- product_types.id
  category_ids integer[] NOT NULL,
  -- [{path, srcset}] in order
  photos jsonb NOT NULL,
  allergens text[] NOT NULL DEFAULT '{}',
  diet text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'paused')),
  -- packs a day; null until the schedule is sent
  daily_quantity integer CHECK (daily_quantity BETWEEN 1 AND 7),
  schedule jsonb,
  -- the venue's place on the globe and the words that find the pack, kept here so that one index walk answers a search
  earth cube NOT NULL,
  search tsvector NOT NULL,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE INDEX products_sale_place_id ON products (sale_place_id);
CREATE INDEX products_earth ON products USING gist (earth) WHERE state = 'active';
CREATE INDEX products_search ON products USING gin (search) WHERE state = 'active';

-- Every word that finds a pack: typing errors are forgiven by looking for its neighbours here.
CREATE TABLE search_words (word text PRIMARY KEY);
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops);

CREATE TABLE pickup_slots (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products,
  -- calendar date at the venue on which the window starts
  date date NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  quantity integer NOT NULL CHECK (quantity >= 0),
  -- stock lives here and nowhere else
  "left" integer NOT NULL CHECK ("left" BETWEEN 0 AND quantity),
  UNIQUE (product_id, date)
);
CREATE INDEX pickup_slots_next ON pickup_slots (product_id, ends_at) INCLUDE (id, starts_at, "left");

CREATE TABLE favourites (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, product_id)
);
