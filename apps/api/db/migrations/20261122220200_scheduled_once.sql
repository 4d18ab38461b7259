-- Each piece of work has one schedule: ledger.settle-months credits partners before it issues statements. Alerts about
-- products back on sale belong to offers. Waiting jobs move to the new queues, so that none is lost.
DO $$
DECLARE
  renamed record;
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  FOR renamed IN
    SELECT old_name, new_name FROM (VALUES
      ('affiliates.credit-months', 'ledger.settle-months'),
      ('notifications.notify-followers', 'offers.notify-followers')
    ) AS names (old_name, new_name)
  LOOP
    INSERT INTO pgboss.queue
    SELECT (jsonb_populate_record(queue, jsonb_build_object('name', renamed.new_name))).*
    FROM pgboss.queue queue WHERE name = renamed.old_name
    ON CONFLICT DO NOTHING;
    UPDATE pgboss.job SET name = renamed.new_name WHERE name = renamed.old_name;
    DELETE FROM pgboss.schedule WHERE name = renamed.old_name;
    DELETE FROM pgboss.queue WHERE name = renamed.old_name;
  END LOOP;
END $$;
