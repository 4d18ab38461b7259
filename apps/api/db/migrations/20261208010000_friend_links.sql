CREATE TABLE friend_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id),
  key_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  opened_at timestamptz,
  taken_back_at timestamptz,
  CONSTRAINT friend_links_opened_stays CHECK (opened_at IS NULL OR taken_back_at IS NULL)
);
COMMENT ON TABLE friend_links IS 'Links by which buyers hand an order to somebody without an account.';
COMMENT ON COLUMN friend_links.key_hash IS 'Of the key in the fragment of the link, which is stored nowhere.';
COMMENT ON COLUMN friend_links.ends_at IS 'When the pickup window ends.';
COMMENT ON COLUMN friend_links.opened_at IS 'When the order got the PIN that only this link shows.';
COMMENT ON COLUMN friend_links.taken_back_at IS 'Or when another link replaced it.';
CREATE UNIQUE INDEX friend_links_live ON friend_links (order_id) WHERE taken_back_at IS NULL;
CREATE INDEX friend_links_order_id ON friend_links (order_id);
CREATE INDEX friend_links_ends_at ON friend_links (ends_at);
