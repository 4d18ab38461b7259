-- The rate of VAT that a product has of its own. Null: the one that its seller states for all (legal_identities.vat_percent).
ALTER TABLE products
  ADD COLUMN vat_percent numeric(4,2),
  ADD COLUMN is_vat_mixed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT products_vat_percent_check CHECK (vat_percent BETWEEN 0 AND 30) NOT VALID,
  ADD CONSTRAINT products_one_vat_rate CHECK (NOT (is_vat_mixed AND vat_percent IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN products.is_vat_mixed IS 'Its contents have several rates: the till of the seller splits them.';

-- As of the purchase, and for whom the seller issues the invoice.
ALTER TABLE orders
  ADD COLUMN vat_percent numeric(4,2),
  ADD COLUMN is_vat_mixed boolean NOT NULL DEFAULT false,
  ADD COLUMN invoice_name text,
  ADD COLUMN invoice_tax_number text,
  ADD COLUMN invoice_given_at timestamptz,
  ADD CONSTRAINT orders_one_vat_rate CHECK (NOT (is_vat_mixed AND vat_percent IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT orders_invoice_has_tax_number CHECK (
    (invoice_tax_number IS NULL) = (invoice_given_at IS NULL)
    AND (invoice_tax_number IS NOT NULL OR invoice_name IS NULL)) NOT VALID;
COMMENT ON COLUMN orders.vat_percent IS 'That of the product alone; null: of the seller.';
COMMENT ON COLUMN orders.invoice_given_at IS 'When the buyer gave or changed name and tax number.';

CREATE TRIGGER orders_notify_invoice AFTER UPDATE OF invoice_name, invoice_tax_number ON orders FOR EACH ROW
WHEN ((OLD.invoice_name, OLD.invoice_tax_number) IS DISTINCT FROM (NEW.invoice_name, NEW.invoice_tax_number))
EXECUTE FUNCTION notify_order();

-- Given before paying; the order gets them when it is paid.
ALTER TABLE payments
  ADD COLUMN invoice_name text,
  ADD COLUMN invoice_tax_number text,
  ADD CONSTRAINT payments_invoice_has_tax_number CHECK (invoice_tax_number IS NOT NULL OR invoice_name IS NULL) NOT VALID;

-- What a buyer asked to be kept for the next purchase.
CREATE TABLE invoice_details (
  user_id integer PRIMARY KEY REFERENCES users (id),
  name text,
  tax_number text NOT NULL,
  updated_at timestamptz NOT NULL
);
