-- Reminders belong to the orders module. Their jobs move to its queue, so that none is lost.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  INSERT INTO pgboss.queue
  SELECT (jsonb_populate_record(queue, '{"name": "orders.send-reminder"}')).*
  FROM pgboss.queue queue WHERE name = 'notifications.send-reminder'
  ON CONFLICT DO NOTHING;
  UPDATE pgboss.job SET name = 'orders.send-reminder' WHERE name = 'notifications.send-reminder';
  DELETE FROM pgboss.queue WHERE name = 'notifications.send-reminder';
END $$;
