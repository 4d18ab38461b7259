CREATE TABLE devices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  name text NOT NULL,
  code_hash bytea,
  code_expires_at timestamptz,
  token_hash bytea,
  created_at timestamptz NOT NULL,
  paired_at timestamptz,
  last_used_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT devices_code_hash_key UNIQUE (code_hash),
  CONSTRAINT devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT devices_code_ends CHECK ((code_hash IS NULL) = (code_expires_at IS NULL)),
  CONSTRAINT devices_paired_has_token CHECK ((token_hash IS NULL) = (paired_at IS NULL)),
  CONSTRAINT devices_ended_is_void CHECK (ended_at IS NULL OR (code_hash IS NULL AND token_hash IS NULL))
);
CREATE INDEX devices_business_id ON devices (business_id);
CREATE INDEX devices_sale_place_id ON devices (sale_place_id);
CREATE INDEX devices_ended_at ON devices (ended_at) WHERE ended_at IS NOT NULL;
COMMENT ON TABLE devices IS 'Tablets and phones at the counter of a sale place, with rights of their own.';
COMMENT ON COLUMN devices.last_used_at IS 'To the minute.';

-- Streams of a device are those of its negative id: ids of sessions are positive.
CREATE FUNCTION notify_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_build_array(-NEW.id))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER devices_notify AFTER UPDATE OF token_hash ON devices FOR EACH ROW
WHEN (OLD.token_hash IS DISTINCT FROM NEW.token_hash) EXECUTE FUNCTION notify_device();

CREATE TABLE ticket_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE ticket_keys IS 'Generations of the key that signs tickets. It is derived from the secret key and the id.';
INSERT INTO ticket_keys (created_at) VALUES (now());

ALTER TABLE orders ADD COLUMN ticket_version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN orders.ticket_version IS 'Raised when the PIN changes: signed tickets of lower versions are void.';
