-- Counter devices are no members: what reaches these at once ends the streams of devices too.
CREATE OR REPLACE FUNCTION notify_members_of_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text)
  FROM (
    SELECT tokens.id FROM members JOIN tokens ON tokens.user_id = members.user_id WHERE members.business_id = NEW.id
    UNION ALL
    SELECT -devices.id FROM devices WHERE devices.business_id = NEW.id AND devices.token_hash IS NOT NULL
  ) AS sessions HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION notify_devices_of_sale_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(-id))::text)
  FROM devices WHERE sale_place_id = NEW.id AND token_hash IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER sale_places_notify_devices AFTER UPDATE OF removed_at ON sale_places FOR EACH ROW
WHEN (OLD.removed_at IS DISTINCT FROM NEW.removed_at) EXECUTE FUNCTION notify_devices_of_sale_place();
