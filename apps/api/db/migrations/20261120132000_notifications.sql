-- What each person wants to be told. No row: as everybody who never chose.
CREATE TABLE notification_settings (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- how a favourite back on sale is told
  channel text NOT NULL CHECK (channel IN ('push', 'mail', 'none')),
  -- before the window starts; 0 for no reminder
  reminder_minutes integer NOT NULL CHECK (reminder_minutes BETWEEN 0 AND 1440),
  -- wall-clock times 'HH:MM' where the person is
  quiet_from text NOT NULL CHECK (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_to text NOT NULL CHECK (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$')
);

-- One a signed-in browser; it goes when that browser is signed out.
CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  token_id integer NOT NULL UNIQUE REFERENCES tokens ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user_id ON push_subscriptions (user_id);

CREATE INDEX favourites_product_id ON favourites (product_id);

-- Slots to look at for packs back on sale: one that has units again at once, a sold out one when its window ends and
-- the next day takes its place. slot_id is null when the pack itself was put back on sale.
CREATE TABLE back_on_sale_checks (
  product_id integer NOT NULL,
  slot_id integer,
  due_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (product_id, slot_id)
);
CREATE INDEX back_on_sale_checks_due_at ON back_on_sale_checks (due_at);

-- Who is told of which slot: once.
CREATE TABLE back_on_sale_notices (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  slot_id integer NOT NULL REFERENCES pickup_slots ON DELETE CASCADE,
  -- after the person's quiet hours
  due_at timestamptz NOT NULL,
  told_at timestamptz,
  PRIMARY KEY (user_id, slot_id)
);
CREATE INDEX back_on_sale_notices_due_at ON back_on_sale_notices (due_at) WHERE told_at IS NULL;
CREATE INDEX back_on_sale_notices_slot_id ON back_on_sale_notices (slot_id);

CREATE TABLE order_reminders (
  order_id integer PRIMARY KEY REFERENCES orders,
  told_at timestamptz NOT NULL
);

CREATE FUNCTION check_slot_later() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks VALUES
    (NEW.product_id, NEW.id, CASE WHEN NEW."left" = 0 THEN NEW.ends_at ELSE '-infinity' END)
    ON CONFLICT (product_id, slot_id) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END $$;
CREATE TRIGGER pickup_slots_check_later AFTER UPDATE OF "left", closed ON pickup_slots
  FOR EACH ROW WHEN (NOT NEW.closed AND (OLD.closed OR (OLD."left" = 0) <> (NEW."left" = 0)))
  EXECUTE FUNCTION check_slot_later();

CREATE FUNCTION check_new_slots_later() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks SELECT product_id, id, ends_at FROM added WHERE "left" = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER pickup_slots_check_new AFTER INSERT ON pickup_slots
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_new_slots_later();

CREATE FUNCTION check_product_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks VALUES (NEW.id, NULL, '-infinity') ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER products_check_now AFTER UPDATE OF state ON products
  FOR EACH ROW WHEN (OLD.state IN ('paused', 'closed') AND NEW.state = 'active') EXECUTE FUNCTION check_product_now();

INSERT INTO back_on_sale_checks
  SELECT product_id, id, ends_at FROM pickup_slots WHERE "left" = 0 AND NOT closed AND ends_at > now();
