-- Login codes, PINs and links of mails stand nowhere in plain text: neither in rows nor in jobs, nor in their backups.

-- By this a process knows that it has the same SECRET_KEY as the others.
CREATE TABLE secret_key_checks (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  hash bytea NOT NULL
);

-- A code is made when its mail is sent; until then there is none.
ALTER TABLE login_codes ADD COLUMN request_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
ALTER TABLE login_codes ALTER COLUMN hash DROP NOT NULL;

-- `pin` is encrypted, to be shown to its buyer, and `pin_hash` is keyed, to be compared. Without a hash it is still as
-- it was typed: the server encrypts it after its start.
ALTER TABLE orders DROP CONSTRAINT orders_pin_check;
ALTER TABLE orders ADD COLUMN pin_hash bytea;
DROP INDEX orders_open_pin;
CREATE UNIQUE INDEX orders_open_pin ON orders (sale_place_id, pin_hash) WHERE state = 'paid';
CREATE INDEX orders_plain_pin ON orders (id) WHERE pin_hash IS NULL;

-- Links of mails sent so far go on working.
ALTER TABLE users ADD COLUMN former_mail_key_hash bytea UNIQUE;
UPDATE users SET former_mail_key_hash = sha256(convert_to(mail_key::text, 'UTF8'));
ALTER TABLE users DROP COLUMN mail_key;

-- What was not delivered: an order's mail is made anew from its order.
UPDATE mail_failures
SET mail = jsonb_build_object('template', 'order', 'orderId', substring(mail ->> 'text' FROM '/orders/(\d+)')::int)
WHERE mail ->> 'text' ~ 'PIN: \d{4}' AND mail ->> 'text' ~ '/orders/\d+';
UPDATE mail_failures SET mail = mail - 'unsubscribe' WHERE mail ? 'unsubscribe';

-- The same with mail that waits; what was sent needs no text any more.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  UPDATE pgboss.job SET data = '{}'
  WHERE name = 'mail' AND state NOT IN ('created', 'retry', 'active', 'failed');
  UPDATE pgboss.job
  SET data = jsonb_build_object('template', 'order', 'orderId', substring(data ->> 'text' FROM '/orders/(\d+)')::int)
  WHERE name = 'mail' AND data ->> 'text' ~ 'PIN: \d{4}' AND data ->> 'text' ~ '/orders/\d+';
  -- Nothing else has an end without a link to unsubscribe.
  UPDATE pgboss.job
  SET data = jsonb_build_object(
    'template', 'code', 'requestId', login_codes.request_id, 'language', data ->> 'language')
  FROM login_codes
  WHERE name = 'mail' AND data ? 'until' AND NOT data ? 'unsubscribe' AND login_codes.email = (data ->> 'to')::citext;
END $$;
