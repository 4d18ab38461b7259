ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_order_id_refunded_total_cents_fkey;
ALTER TABLE order_refunds
  DROP CONSTRAINT order_refunds_pkey,
  ADD CONSTRAINT order_refunds_pkey PRIMARY KEY USING INDEX order_refunds_restored;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_order_refund_fkey
  FOREIGN KEY (order_id, restorations, refunded_total_cents)
  REFERENCES order_refunds (order_id, restorations, total_cents) NOT VALID;
