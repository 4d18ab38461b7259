-- no transaction
-- Foreign keys and periods of tables that grow, each with an index that serves.
DROP INDEX CONCURRENTLY IF EXISTS allocation_entries_product_id;
CREATE INDEX CONCURRENTLY allocation_entries_product_id ON allocation_entries (product_id);
DROP INDEX CONCURRENTLY IF EXISTS content_reports_seller_id;
CREATE INDEX CONCURRENTLY content_reports_seller_id ON content_reports (seller_id);
DROP INDEX CONCURRENTLY IF EXISTS decisions_content_report_id;
CREATE INDEX CONCURRENTLY decisions_content_report_id ON decisions (content_report_id) WHERE content_report_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS ledger_transactions_payment_id;
CREATE INDEX CONCURRENTLY ledger_transactions_payment_id ON ledger_transactions (payment_id) WHERE payment_id IS NOT NULL;
-- Rows are added in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS payments_created_at;
CREATE INDEX CONCURRENTLY payments_created_at ON payments USING brin (created_at) WITH (pages_per_range = 32);
DROP INDEX CONCURRENTLY IF EXISTS place_claims_sale_place_id;
CREATE INDEX CONCURRENTLY place_claims_sale_place_id ON place_claims (sale_place_id);

-- What is deleted some time after it was of use.
DROP INDEX CONCURRENTLY IF EXISTS payments_unpaid_created_at;
CREATE INDEX CONCURRENTLY payments_unpaid_created_at ON payments (created_at, id) WHERE state IN ('failed', 'expired');
DROP INDEX CONCURRENTLY IF EXISTS back_on_sale_notifications_sent;
CREATE INDEX CONCURRENTLY back_on_sale_notifications_sent ON back_on_sale_notifications (due_at) WHERE notified_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_reminders_notified_at;
CREATE INDEX CONCURRENTLY order_reminders_notified_at ON order_reminders (notified_at);
DROP INDEX CONCURRENTLY IF EXISTS sold_out_notifications_notified_at;
CREATE INDEX CONCURRENTLY sold_out_notifications_notified_at ON sold_out_notifications (notified_at);
DROP INDEX CONCURRENTLY IF EXISTS affiliate_visits_day;
CREATE INDEX CONCURRENTLY affiliate_visits_day ON affiliate_visits (day) WHERE extract(day FROM day) <> 1;
DROP INDEX CONCURRENTLY IF EXISTS allocation_entries_waited;
CREATE INDEX CONCURRENTLY allocation_entries_waited ON allocation_entries (ended_at) WHERE draw_id IS NULL AND ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS draws_closes_at;
CREATE INDEX CONCURRENTLY draws_closes_at ON draws (closes_at, id);
DROP INDEX CONCURRENTLY IF EXISTS date_overrides_date;
CREATE INDEX CONCURRENTLY date_overrides_date ON date_overrides (date);
