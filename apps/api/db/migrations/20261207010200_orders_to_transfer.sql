-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_to_transfer;
CREATE INDEX CONCURRENTLY orders_to_transfer ON orders (seller_id, id)
  WHERE payout_way = 'stripe_connect' AND transferred_cents <> greatest(earning_cents - refunded_cents, 0);
