-- Who is no seller any more reads no more orders: their streams end, as with their tokens.
CREATE FUNCTION notify_end_of_selling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text)
  FROM tokens WHERE user_id = NEW.id HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER users_notify_end_of_selling AFTER UPDATE OF is_seller ON users FOR EACH ROW
WHEN (OLD.is_seller AND NOT NEW.is_seller) EXECUTE FUNCTION notify_end_of_selling();
