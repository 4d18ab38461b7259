-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_to_transfer_net;
CREATE INDEX CONCURRENTLY orders_to_transfer_net ON orders (seller_id, id)
  WHERE payout_way = 'stripe_connect'
    AND transferred_cents <> greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
      - CASE discount_payer WHEN 'business' THEN discount_cents
        - (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents ELSE 0 END, 0);
DROP INDEX CONCURRENTLY IF EXISTS orders_to_transfer_units;
