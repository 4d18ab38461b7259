-- Parts of payments that go back while the sale stands. What goes back whole is a state of the payment.
CREATE TABLE partial_refunds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payments,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz NOT NULL,
  -- null until the provider has taken it
  sent_at timestamptz
);
CREATE INDEX partial_refunds_payment_id ON partial_refunds (payment_id);
CREATE INDEX partial_refunds_due ON partial_refunds (id) WHERE sent_at IS NULL;

-- Who decided that an order gives money back although it was not cancelled, and why.
CREATE TABLE order_refunds (
  order_id integer NOT NULL REFERENCES orders,
  -- what the buyer has back of this order in all; repeating it is no second refund
  total_cents integer NOT NULL CHECK (total_cents > 0),
  decided_by text NOT NULL CHECK (decided_by IN ('seller', 'operator')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, total_cents)
);

-- Who answered, and whose turn it is: a seller's open reports, and those that nobody answered in time.
ALTER TABLE reports ADD COLUMN answered_by text CHECK (answered_by IN ('seller', 'operator'));
ALTER TABLE reports ADD COLUMN seller_id integer REFERENCES users;
UPDATE reports SET seller_id = orders.seller_id FROM orders WHERE orders.id = order_id;
ALTER TABLE reports ALTER COLUMN seller_id SET NOT NULL;
CREATE INDEX reports_seller ON reports (seller_id, order_id DESC);
CREATE INDEX reports_open ON reports (created_at) WHERE answered_at IS NULL;
