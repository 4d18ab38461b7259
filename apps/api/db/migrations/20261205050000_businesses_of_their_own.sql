-- Whether a business sells is its own state, not that of the user who founded it: the founder may leave.
ALTER TABLE businesses
  ADD COLUMN is_selling boolean NOT NULL DEFAULT false,
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_by_block boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT businesses_block_suspends CHECK (NOT suspended_by_block OR suspended_at IS NOT NULL) NOT VALID;
COMMENT ON COLUMN businesses.suspended_at IS 'Since when an operator keeps everything of the business off sale and out of sight.';
COMMENT ON COLUMN businesses.suspended_by_block IS 'The suspension came with the block of its only owner, or of its founder, and ends with it; false for one of its own.';
COMMENT ON TABLE businesses IS 'Who sells. The id is that of the user who founded it.';

UPDATE businesses SET is_selling = users.is_seller, suspended_at = users.suspended_at,
  suspended_by_block = users.suspended_by_block
FROM users WHERE users.id = businesses.id;

DROP TRIGGER users_notify_members ON users;
CREATE TRIGGER businesses_notify_members AFTER UPDATE OF is_selling, suspended_at, suspended_by_block ON businesses
FOR EACH ROW
WHEN ((OLD.is_selling, OLD.suspended_at, OLD.suspended_by_block)
  IS DISTINCT FROM (NEW.is_selling, NEW.suspended_at, NEW.suspended_by_block))
EXECUTE FUNCTION notify_members_of_business();

-- squawk-ignore ban-drop-column -- The version before does not run beside this one: docs/decisions/0112-businesses.md.
ALTER TABLE users DROP COLUMN suspended_at, DROP COLUMN suspended_by_block, ADD COLUMN handed_over_at timestamptz;
COMMENT ON COLUMN users.handed_over_at IS 'When the business that this user founded became that of its other owners: since then what is stored of a seller by this id is not theirs.';

-- Whoever begins to sell founds a business, and is its owner; it sells while they do, until they hand it over.
CREATE OR REPLACE FUNCTION found_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.handed_over_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.is_seller THEN
    INSERT INTO businesses (id, created_at) VALUES (NEW.id, now()) ON CONFLICT DO NOTHING;
    INSERT INTO members (business_id, user_id, role, joined_at) VALUES (NEW.id, NEW.id, 'owner', now())
    ON CONFLICT DO NOTHING;
  END IF;
  UPDATE businesses SET is_selling = NEW.is_seller WHERE id = NEW.id AND is_selling <> NEW.is_seller;
  RETURN NULL;
END $$;
DROP TRIGGER users_found_business ON users;
CREATE TRIGGER users_found_business AFTER INSERT OR UPDATE OF is_seller ON users FOR EACH ROW
EXECUTE FUNCTION found_business();
