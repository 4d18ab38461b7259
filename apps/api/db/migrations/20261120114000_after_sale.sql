CREATE TABLE ratings (
  order_id integer PRIMARY KEY REFERENCES orders,
  stars integer NOT NULL CHECK (stars BETWEEN 1 AND 5),
  text text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);

CREATE TABLE reports (
  order_id integer PRIMARY KEY REFERENCES orders,
  text text NOT NULL,
  -- {path, srcset}
  photo jsonb,
  answer text,
  answered_at timestamptz,
  created_at timestamptz NOT NULL
);

-- Why a buyer or a store cancelled.
ALTER TABLE orders ADD COLUMN cancel_reason text;
