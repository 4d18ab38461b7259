-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_invoiced;
-- Those whose name and tax number reach the end of their retention.
CREATE INDEX CONCURRENTLY orders_invoiced ON orders (created_at) WHERE invoice_tax_number IS NOT NULL;
