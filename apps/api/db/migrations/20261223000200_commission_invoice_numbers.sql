-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS commission_invoices_number;
CREATE UNIQUE INDEX CONCURRENTLY commission_invoices_number ON commission_invoices (service, kind, (state = 'by_hand'), number)
  WHERE number IS NOT NULL;
