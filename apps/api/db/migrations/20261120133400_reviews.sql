-- Whose sale it rates: a page of a seller's reviews is one walk along an index, however many orders there are.
ALTER TABLE ratings ADD COLUMN seller_id integer REFERENCES users;
UPDATE ratings SET seller_id = orders.seller_id FROM orders WHERE orders.id = order_id;
ALTER TABLE ratings ALTER COLUMN seller_id SET NOT NULL;
CREATE INDEX ratings_seller ON ratings (seller_id, created_at DESC, order_id DESC);
