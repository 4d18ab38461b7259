-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS back_on_sale_notifications_saved_search_id;
CREATE INDEX CONCURRENTLY back_on_sale_notifications_saved_search_id ON back_on_sale_notifications (saved_search_id)
  WHERE saved_search_id IS NOT NULL;
