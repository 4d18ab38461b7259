-- Figures of the console's dashboard, without reading the orders.
DROP INDEX orders_created_at;
CREATE INDEX orders_created_at ON orders (created_at, id) INCLUDE (price_cents, commission_cents, refunded_cents);

-- Periods of the ledger, whose transactions are nearly in order of time, and kinds that are not written by each purchase.
CREATE INDEX ledger_transactions_created_at ON ledger_transactions USING brin (created_at);
CREATE INDEX ledger_transactions_rare_kind ON ledger_transactions (kind, id) WHERE kind NOT IN ('payment', 'sale');
