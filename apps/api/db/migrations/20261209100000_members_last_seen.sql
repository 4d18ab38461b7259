ALTER TABLE members ADD COLUMN last_seen_at timestamptz;
COMMENT ON COLUMN members.last_seen_at IS 'Of the last call for the business, to five minutes; not of what they do on WoPack else.';

-- Being there changes no right.
DROP TRIGGER members_notify ON members;
CREATE TRIGGER members_notify AFTER UPDATE OF role, has_all_sale_places OR DELETE ON members
FOR EACH ROW EXECUTE FUNCTION notify_membership();
