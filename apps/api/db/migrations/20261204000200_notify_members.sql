-- A block or suspension of the business's founder reaches all members at once: their streams end, and open again with what
-- is allowed now.
DROP TRIGGER users_notify_end_of_selling ON users;
ALTER FUNCTION notify_end_of_selling() RENAME TO notify_members_of_business;
CREATE TRIGGER users_notify_members AFTER UPDATE OF is_seller, blocked_at, suspended_at ON users FOR EACH ROW
WHEN (OLD.is_seller AND (OLD.is_seller, OLD.blocked_at, OLD.suspended_at)
  IS DISTINCT FROM (NEW.is_seller, NEW.blocked_at, NEW.suspended_at))
EXECUTE FUNCTION notify_members_of_business();
