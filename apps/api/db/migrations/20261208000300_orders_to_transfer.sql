-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_to_transfer_units;
CREATE INDEX CONCURRENTLY orders_to_transfer_units ON orders (seller_id, id)
  WHERE payout_way = 'stripe_connect'
    AND transferred_cents <> greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents, 0);
DROP INDEX CONCURRENTLY IF EXISTS orders_to_transfer;
