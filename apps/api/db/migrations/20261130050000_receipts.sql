-- The rate that a seller states on receipts; null: not stated, 0: exempt.
ALTER TABLE businesses ADD COLUMN vat_percent numeric(4,2)
  CONSTRAINT businesses_vat_percent_check CHECK (vat_percent BETWEEN 0 AND 30);

-- Who sold, as of the first time that the buyer got the receipt: it does not change with the seller's details.
CREATE TABLE receipts (
  order_id integer PRIMARY KEY REFERENCES orders (id),
  issued_at timestamptz NOT NULL,
  seller_name text NOT NULL,
  seller_address text NOT NULL,
  seller_country text NOT NULL,
  vat_number text NOT NULL,
  vat_percent numeric(4,2)
);
