-- Followed packs of a sale place that was handed over, and follow the first one of its new seller.
CREATE TABLE place_followers (
  sale_place_id integer NOT NULL REFERENCES sale_places (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sale_place_id, user_id)
);
CREATE INDEX place_followers_user_id ON place_followers (user_id);
COMMENT ON COLUMN place_followers.sale_place_id IS 'The new seller''s.';
COMMENT ON COLUMN place_followers.created_at IS 'Of the favourite.';
