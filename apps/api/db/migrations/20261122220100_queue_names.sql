-- Queues are named <module>.<verb>-<noun>. Their jobs and schedules move to the new names, so that none is lost.
DO $$
DECLARE
  renamed record;
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  FOR renamed IN
    SELECT old_name, new_name FROM (VALUES
      ('affiliates.approve', 'affiliates.approve-shares'),
      ('affiliates.credit', 'affiliates.credit-months'),
      ('identity.clean', 'identity.delete-expired-data'),
      ('identity.erase', 'identity.purge-deleted-accounts'),
      ('ledger.check', 'ledger.check-balances'),
      ('ledger.clean', 'ledger.delete-expired-data'),
      ('ledger.settle', 'ledger.settle-months'),
      ('mail', 'notifications.send-mail'),
      ('media.remove', 'media.delete-files'),
      ('notifications.back-on-sale', 'notifications.notify-followers'),
      ('notifications.clean', 'notifications.delete-expired-data'),
      ('notifications.remind', 'notifications.send-reminder'),
      ('offers.count-map', 'offers.update-map-cells'),
      ('orders.not-collected', 'orders.mark-not-collected'),
      ('orders.seller-news', 'orders.notify-seller'),
      ('packs.drop-old-uploads', 'products.delete-unused-uploads'),
      ('packs.keep-slots', 'products.generate-slots'),
      ('payments.catch-up', 'checkout.sync-missed-intents'),
      ('payments.dispute', 'payments.record-dispute'),
      ('payments.end-holds', 'checkout.expire-slot-holds'),
      ('payments.expire', 'checkout.expire-hold'),
      ('payments.notice', 'checkout.handle-provider-notice'),
      ('payments.reconcile', 'payments.reconcile-provider'),
      ('payments.refund', 'payments.send-refund'),
      ('payments.refund-part', 'payments.send-partial-refund'),
      ('payments.sweep', 'payments.retry-refunds'),
      ('push', 'notifications.send-push')
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
