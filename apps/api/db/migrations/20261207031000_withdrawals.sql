ALTER TABLE products ADD COLUMN is_perishable boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN products.is_perishable IS 'False: nothing in it spoils quickly, so that its buyers may withdraw.';

ALTER TABLE orders
  ADD COLUMN is_perishable boolean NOT NULL DEFAULT true,
  ADD COLUMN withdrawn_at timestamptz,
  ADD CONSTRAINT orders_perishable_stays CHECK (withdrawn_at IS NULL OR NOT is_perishable) NOT VALID;
COMMENT ON COLUMN orders.is_perishable IS 'As of the purchase.';
COMMENT ON COLUMN orders.withdrawn_at IS 'When the buyer withdrew from the contract.';

ALTER TABLE order_refunds
  DROP CONSTRAINT order_refunds_decided_by_check,
  ADD CONSTRAINT order_refunds_decided_by_check CHECK (decided_by IN ('seller', 'operator', 'provider', 'bank', 'buyer')) NOT VALID;
