CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
  payment_id integer NOT NULL UNIQUE REFERENCES payments,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL REFERENCES products,
  slot_id integer NOT NULL REFERENCES pickup_slots,
  sale_place_id integer NOT NULL REFERENCES sale_places,
  seller_id integer NOT NULL REFERENCES users,
  -- as it was when it was bought
  product_name text NOT NULL,
  price_cents integer NOT NULL,
  old_price_cents integer,
  commission_cents integer NOT NULL,
  earning_cents integer NOT NULL,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND price_cents),
  pin text NOT NULL CHECK (pin ~ '^[0-9]{4}$'),
  state text NOT NULL CHECK (state IN
    ('paid', 'collected', 'not_collected', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded')),
  pickup_start timestamptz NOT NULL,
  pickup_end timestamptz NOT NULL,
  collected_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX orders_open_pin ON orders (sale_place_id, pin) WHERE state = 'paid';
CREATE INDEX orders_user_id ON orders (user_id, id DESC);
CREATE INDEX orders_seller ON orders (seller_id, pickup_start);
CREATE INDEX orders_open ON orders (pickup_end) WHERE state = 'paid';
CREATE INDEX orders_slot_id ON orders (slot_id);

CREATE TABLE pin_tries (
  sale_place_id integer PRIMARY KEY REFERENCES sale_places,
  wrong integer NOT NULL,
  locked_until timestamptz
);
