-- One definition for payouts by bank file, which deduct what was transferred too much, and for what is to be transferred.
CREATE FUNCTION former_surplus(of_seller integer) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(least(transferred_cents - due.cents, transferred_cents - coalesce(own.cents, 0)), 0)), 0)::int
  FROM orders
  JOIN users ON users.id = orders.seller_id AND orders.created_at < users.handed_over_at
  CROSS JOIN LATERAL (SELECT greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
    - CASE discount_payer WHEN 'business' THEN discount_cents
      - (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents ELSE 0 END, 0) AS cents) due
  CROSS JOIN LATERAL (
    SELECT sum(CASE WHEN reverses IS NULL THEN amount_cents ELSE -amount_cents END) AS cents FROM provider_transfers moved
    WHERE moved.order_id = orders.id AND moved.role = 'seller' AND moved.state = 'made'
      AND NOT EXISTS (SELECT FROM provider_transfers earlier
        WHERE earlier.user_id = moved.user_id AND earlier.role = 'seller' AND earlier.account_ref = moved.account_ref
          AND earlier.reverses IS NULL AND earlier.created_at < users.handed_over_at)) own
  -- In the words of the index orders_to_transfer_net.
  WHERE seller_id = of_seller AND payout_way = 'stripe_connect'
    AND transferred_cents <> greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
      - CASE discount_payer WHEN 'business' THEN discount_cents
        - (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents ELSE 0 END, 0)
$$;
COMMENT ON FUNCTION former_surplus(integer) IS 'What the account of who handed a business over has too much of orders from before: theirs to give back, and never deducted from what the present owners have.';
