-- The schema of release 0.2.0, by module. Later migrations change it; schema.sql has the present one, by name.

CREATE EXTENSION citext;
CREATE EXTENSION cube;
CREATE EXTENSION earthdistance;
CREATE EXTENSION pg_trgm;

-- Texts as somebody types them: without case, accents and the difference of letters that are sent as one or as two
-- characters. By tables of letters instead of lower() and unaccent(), because the C locale knows ASCII only, and their
-- results depend on the server.
CREATE FUNCTION fold_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(
      translate(
        replace(replace(replace(replace(replace(
          lower(normalize(words, NFKD) COLLATE "C"), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'),
        'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЃЄЅІЈЉЊЋЏҐҒҢҚҮҰҺӘӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςØøŁłĐđÐðĦħı’ʼʹ`´‘',
        'абвгдежзийклмнопрстуфхцчшщъыьэюяђѓєѕіјљњћџґғңқүұһәөαβγδεζηθικλμνξοπρστυφχψωσoollddddhhi'''''''''''''),
      '[\u0300-\u036f]', '', 'g')
  $$;

-- A pattern for LIKE of what contains the words; null, which is like nothing, for what is nothing without its marks.
CREATE FUNCTION contains_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT '%' || regexp_replace(nullif(btrim(fold_words(words)), ''), '([\\%_])', '\\\1', 'g') || '%'
  $$;

-- Of tables that are only added to. Their triggers that are ENABLE ALWAYS fire in every mode of a session.
CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $$;

-- The time that decides, for all processes. A function of its own, so that a database of a test can have another time.
CREATE FUNCTION database_time() RETURNS timestamptz LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
  SELECT clock_timestamp()
$$;

-- The application may not look at replication itself.
CREATE FUNCTION list_standbys() RETURNS TABLE (standby text, lag_bytes bigint) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(nullif(application_name, ''), 'standby') || coalesce(' ' || host(client_addr), ''),
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
  FROM pg_stat_replication WHERE NOT pg_is_in_recovery() AND state IN ('streaming', 'catchup')
$$;

-- Accounts and sign-in

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  surname text NOT NULL DEFAULT '',
  email text COLLATE "C" NOT NULL UNIQUE,
  email_verified_at timestamptz,
  password_hash text,
  phone text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  latitude double precision,
  longitude double precision,
  avatar_path text,
  is_seller boolean NOT NULL DEFAULT false,
  is_partner boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('pt', 'en', 'ru')),
  referral_code citext NOT NULL UNIQUE,
  referred_by integer REFERENCES users,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  erased_at timestamptz,
  blocked_at timestamptz,
  suspended_at timestamptz,
  credentials_version integer NOT NULL DEFAULT 0,
  suspended_by_block boolean NOT NULL DEFAULT false,
  CONSTRAINT users_block_suspends CHECK ((NOT suspended_by_block) OR (suspended_at IS NOT NULL
    AND blocked_at IS NOT NULL)),
  CONSTRAINT users_email_folded CHECK (email = lower(email))
);
CREATE INDEX users_blocked_at ON users (blocked_at) WHERE blocked_at IS NOT NULL;
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX users_erasure_due ON users (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX users_partners ON users (created_at, id) WHERE is_partner;
CREATE INDEX users_referred_by ON users (referred_by, id DESC) WHERE referred_by IS NOT NULL;
CREATE INDEX users_sellers ON users (created_at, id) WHERE is_seller;
CREATE INDEX users_words ON users USING gin (fold_words(name || ' ' || surname || ' ' || email COLLATE "default") gin_trgm_ops);
COMMENT ON COLUMN users.blocked_at IS 'Since when an operator refuses to let the user sign in.';
COMMENT ON COLUMN users.credentials_version IS 'Raised when the credentials change: console sessions of a lower one have ended.';
COMMENT ON COLUMN users.suspended_at IS 'Since when an operator keeps everything of the seller off sale and out of sight.';
COMMENT ON COLUMN users.suspended_by_block IS 'The suspension came with the block of the account, and ends with it; false for one of its own.';

CREATE TABLE businesses (
  user_id integer PRIMARY KEY REFERENCES users,
  legal_name text NOT NULL,
  address text NOT NULL,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  vat_number text NOT NULL,
  updated_at timestamptz NOT NULL,
  retain_until timestamptz,
  verified_at timestamptz,
  kind text CHECK (kind IN ('person', 'company')),
  first_name text,
  last_name text,
  birth_date date,
  register_number text,
  tax_number text,
  tax_country text CHECK (tax_country ~ '^[A-Z]{2}$'),
  post_code text,
  city text,
  CONSTRAINT businesses_fields_of_kind CHECK (CASE kind
    WHEN 'person' THEN (num_nulls(first_name, last_name, birth_date) = 0 AND register_number IS NULL)
    WHEN 'company' THEN (register_number IS NOT NULL AND num_nonnulls(first_name, last_name, birth_date) = 0)
    ELSE (num_nonnulls(first_name, last_name, birth_date, register_number, tax_number, tax_country, post_code, city) = 0) END),
  CONSTRAINT businesses_kind_has_tax_fields CHECK (kind IS NULL
    OR num_nulls(tax_number, tax_country, post_code, city) = 0)
);
CREATE INDEX businesses_retain_until ON businesses (retain_until) WHERE retain_until IS NOT NULL;
CREATE INDEX businesses_words ON businesses USING gin (fold_words(legal_name) gin_trgm_ops);
COMMENT ON COLUMN businesses.verified_at IS 'When an operator checked it; null again after a change.';

CREATE TABLE recognised_devices (
  user_id integer REFERENCES users ON DELETE CASCADE,
  hash bytea,
  device_name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, hash)
);
CREATE INDEX recognised_devices_last_sign_in_at ON recognised_devices (last_sign_in_at);

CREATE TABLE login_code_attempts (
  request_id uuid,
  source bytea,
  network bytea NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (request_id, source)
);

CREATE TABLE login_codes (
  email text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  request_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'verify_email', 'password', 'change_email', 'payout', 'deletion',
    'second_factor')),
  user_id integer REFERENCES users ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  sent_count integer NOT NULL DEFAULT 1,
  CONSTRAINT login_codes_email_folded CHECK (email = lower(email)),
  UNIQUE NULLS NOT DISTINCT (email, purpose, user_id),
  CONSTRAINT login_codes_user_unless_sign_in CHECK ((purpose = 'sign_in') = (user_id IS NULL))
);
CREATE INDEX login_codes_user_id ON login_codes (user_id);
COMMENT ON COLUMN login_codes.hash IS 'Null: the mail with the code was not sent yet.';

CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('sign_in', 'sign_in_failed', 'code_sent', 'new_device', 'password_changed',
    'email_changed', 'payout_account_changed', 'second_factor_changed', 'role_changed')),
  created_at timestamptz NOT NULL,
  network text NOT NULL,
  device_name text NOT NULL
);
CREATE INDEX security_events_created_at ON security_events (created_at, kind);
CREATE INDEX security_events_user_id ON security_events (user_id, id DESC);

CREATE TABLE social_flows (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'apple', 'facebook')),
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text,
  referral_code text,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_flows_expires_at ON social_flows (expires_at);

CREATE TABLE social_identities (
  provider text CHECK (provider IN ('google', 'apple', 'facebook')),
  subject text,
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_identities_user_id ON social_identities (user_id);

CREATE TABLE tokens (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  device_name text NOT NULL,
  lifetime_seconds integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX tokens_created_at ON tokens (created_at);
CREATE INDEX tokens_expires_at ON tokens (expires_at);
CREATE INDEX tokens_user_id ON tokens (user_id);

CREATE FUNCTION notify_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Expired ones are deleted at night, all at once: one notification instead of thousands.
  IF (SELECT count(*) FROM ended) > 100 THEN
    PERFORM pg_notify('tokens', '{}');
  ELSE
    PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text) FROM ended HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tokens_notify_end AFTER DELETE ON tokens REFERENCING OLD TABLE AS ended FOR EACH STATEMENT
  EXECUTE FUNCTION notify_ended_tokens();

-- Of all modules

CREATE TABLE last_writes (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  lsn pg_lsn NOT NULL
);
COMMENT ON COLUMN last_writes.lsn IS 'WAL position that a replica must have reached before this user reads from it.';

CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE TABLE recoveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recovered_at timestamptz NOT NULL,
  data_as_of timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX recoveries_unconfirmed ON recoveries (id) WHERE confirmed_at IS NULL;
COMMENT ON TABLE recoveries IS 'Each time that the database was taken back to an earlier moment; while one is not confirmed, WoPack sends nothing.';

CREATE TABLE secret_key_checks (
  id boolean DEFAULT true PRIMARY KEY,
  hash bytea NOT NULL,
  CONSTRAINT secret_key_checks_one_row CHECK (id)
);

-- What was issued after that moment is not in the database: numbers go on beyond whatever that may have been, as many as
-- were issued before it, at least ten thousand.
CREATE FUNCTION declare_recovery(as_of timestamptz, at timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  INSERT INTO recoveries (recovered_at, data_as_of) VALUES (at, as_of);
  FOR s IN SELECT schemaname, sequencename, start_value, max_value, coalesce(last_value, start_value) AS last_value
    FROM pg_sequences WHERE schemaname = 'public'
  LOOP
    PERFORM setval(format('%I.%I', s.schemaname, s.sequencename)::regclass,
      least(s.last_value + least(greatest(s.last_value - s.start_value, 10000), 10000000), s.max_value));
  END LOOP;
  UPDATE document_numbers SET last_number = last_number + greatest(last_number, 10000)
  WHERE year BETWEEN extract(year FROM as_of - interval '1 day') AND extract(year FROM at + interval '1 day');
END $$;
REVOKE EXECUTE ON FUNCTION declare_recovery FROM PUBLIC;

-- The first number of statements of a year: those of a year that began between that moment and the recovery may be issued.
CREATE FUNCTION first_document_number(of_year integer) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM recoveries WHERE of_year
    BETWEEN extract(year FROM data_as_of - interval '1 day') AND extract(year FROM recovered_at + interval '1 day'))
    THEN 10001 ELSE 1 END
$$;

-- Photos that wait to be used

CREATE TABLE uploads (
  path text PRIMARY KEY,
  srcset text NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploads_created_at ON uploads (created_at);
CREATE INDEX uploads_user_id ON uploads (user_id);

-- Mail and push

CREATE TABLE mail_failures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  mail jsonb,
  reason text NOT NULL,
  failures integer NOT NULL,
  failed_at timestamptz NOT NULL,
  CONSTRAINT mail_failures_recipient_folded CHECK (recipient = lower(recipient))
);
CREATE INDEX mail_failures_failed_at ON mail_failures (failed_at);
CREATE INDEX mail_failures_recipient ON mail_failures (recipient);
COMMENT ON COLUMN mail_failures.mail IS 'Null: the mail had expired.';

CREATE TABLE notification_settings (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'mail', 'none')),
  reminder_minutes integer NOT NULL CHECK (reminder_minutes BETWEEN 0 AND 1440),
  quiet_from time NOT NULL,
  quiet_to time NOT NULL,
  CONSTRAINT notification_settings_quiet_from_to_the_minute CHECK (quiet_from < '24:00'
    AND (date_trunc('minute', quiet_from) = quiet_from)),
  CONSTRAINT notification_settings_quiet_to_to_the_minute CHECK (quiet_to < '24:00'
    AND (date_trunc('minute', quiet_to) = quiet_to))
);

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

CREATE TABLE seller_notification_settings (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sold text NOT NULL CHECK (sold IN ('push', 'mail', 'none')),
  last_sold text NOT NULL CHECK (last_sold IN ('push', 'mail', 'none')),
  cancelled text NOT NULL CHECK (cancelled IN ('push', 'mail', 'none')),
  report text NOT NULL CHECK (report IN ('push', 'mail', 'none'))
);

-- Sale places

CREATE TABLE sale_places (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id integer NOT NULL REFERENCES users,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  phone text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  time_zone text NOT NULL,
  has_manual_address boolean NOT NULL DEFAULT false,
  type_ids integer[] NOT NULL,
  logo text,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  search tsvector NOT NULL DEFAULT '',
  paused boolean NOT NULL DEFAULT false,
  removed_at timestamptz,
  hidden_at timestamptz,
  language text NOT NULL DEFAULT 'pt' CHECK (language IN ('pt', 'en', 'ru')),
  descriptions jsonb NOT NULL DEFAULT '{}',
  UNIQUE (seller_id, id)
);
CREATE INDEX sale_places_hidden ON sale_places (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX sale_places_position ON sale_places USING gist (point(longitude, latitude));
CREATE INDEX sale_places_search ON sale_places USING gin (search);
CREATE INDEX sale_places_words ON sale_places USING gin (fold_words(name || ' ' || address) gin_trgm_ops);
COMMENT ON COLUMN sale_places.descriptions IS 'Descriptions in other languages, by language.';
COMMENT ON COLUMN sale_places.language IS 'Of the description.';

CREATE TABLE look_alikes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sale_place_id integer NOT NULL REFERENCES sale_places,
  earlier_place_id integer NOT NULL REFERENCES sale_places,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'hidden', 'transferred')),
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  CONSTRAINT look_alikes_decided_has_time CHECK ((state = 'open') = (decided_at IS NULL)),
  UNIQUE (sale_place_id, earlier_place_id),
  CONSTRAINT look_alikes_two_places CHECK (sale_place_id <> earlier_place_id)
);
CREATE INDEX look_alikes_created_at ON look_alikes (created_at, id);
CREATE INDEX look_alikes_earlier_place_id ON look_alikes (earlier_place_id, created_at);
CREATE INDEX look_alikes_open ON look_alikes (created_at) WHERE state = 'open';

CREATE TABLE place_claims (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  sale_place_id integer NOT NULL REFERENCES sale_places,
  claimant_id integer NOT NULL REFERENCES users,
  owner_id integer NOT NULL REFERENCES users,
  text text NOT NULL,
  phone text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused')),
  answer_until timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  reason text,
  new_place_id integer REFERENCES sale_places,
  photos jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT place_claims_claimant_is_another CHECK (claimant_id <> owner_id),
  CONSTRAINT place_claims_decided_has_time CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX place_claims_claimant_id ON place_claims (claimant_id);
CREATE INDEX place_claims_created_at ON place_claims (created_at, id);
CREATE INDEX place_claims_decided_with_photos ON place_claims (decided_at) WHERE photos <> '[]';
CREATE UNIQUE INDEX place_claims_open ON place_claims (sale_place_id, claimant_id) WHERE state = 'open';
CREATE INDEX place_claims_owner_id ON place_claims (owner_id);
CREATE INDEX place_claims_sale_place_id ON place_claims (sale_place_id);
COMMENT ON COLUMN place_claims.new_place_id IS 'The claimant''s, after the claim was approved.';
COMMENT ON COLUMN place_claims.owner_id IS 'Who had the sale place when it was claimed.';

CREATE TABLE sale_place_types (
  id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name jsonb NOT NULL
);
INSERT INTO sale_place_types (id, slug, name) VALUES
  (1, 'bakery', '{"pt": "Padaria", "en": "Bakery", "ru": "Пекарня"}'),
  (2, 'cafe', '{"pt": "Café", "en": "Café", "ru": "Кафе"}'),
  (3, 'restaurant', '{"pt": "Restaurante", "en": "Restaurant", "ru": "Ресторан"}'),
  (4, 'supermarket', '{"pt": "Supermercado", "en": "Supermarket", "ru": "Супермаркет"}'),
  (5, 'hotel', '{"pt": "Hotel", "en": "Hotel", "ru": "Отель"}'),
  (6, 'gas_station', '{"pt": "Bomba de gasolina", "en": "Petrol station", "ru": "Заправка"}');

CREATE FUNCTION keep_used_type() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  use_table text := TG_ARGV[0];
  is_used boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE type_ids @> ARRAY[$1])', use_table) INTO is_used USING OLD.id;
  IF is_used THEN
    RAISE EXCEPTION 'type % of table % is used in %', OLD.id, TG_TABLE_NAME, use_table
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_map_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_changes DEFAULT VALUES;
  RETURN NULL;
END $$;

-- As a foreign key would: the types are locked until the transaction ends.
CREATE FUNCTION check_types_exist() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  type_table text := TG_ARGV[0];
  num_types integer;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE id = ANY ($1) FOR KEY SHARE) AS types', type_table)
    INTO num_types USING NEW.type_ids;
  IF num_types <> cardinality(NEW.type_ids) THEN
    RAISE EXCEPTION 'type_ids % of table % are not all in %, each once', NEW.type_ids, TG_TABLE_NAME, type_table
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sale_place_types_keep_used AFTER DELETE OR UPDATE OF id ON sale_place_types FOR EACH ROW
  EXECUTE FUNCTION keep_used_type('sale_places');
CREATE TRIGGER sale_places_note_map_change AFTER UPDATE OF latitude, longitude ON sale_places FOR EACH ROW
  WHEN ((OLD.latitude IS DISTINCT FROM NEW.latitude) OR (OLD.longitude IS DISTINCT FROM NEW.longitude))
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER sale_places_types_exist_insert AFTER INSERT ON sale_places FOR EACH ROW
  EXECUTE FUNCTION check_types_exist('sale_place_types');
CREATE TRIGGER sale_places_types_exist_update AFTER UPDATE OF type_ids ON sale_places FOR EACH ROW
  WHEN (OLD.type_ids IS DISTINCT FROM NEW.type_ids) EXECUTE FUNCTION check_types_exist('sale_place_types');

-- Products, slots and stock

CREATE TABLE price_tiers (
  price_cents integer PRIMARY KEY,
  old_price_cents integer NOT NULL,
  retired_at timestamptz,
  CONSTRAINT price_tiers_price_above_commission CHECK (price_cents > 129),
  CONSTRAINT price_tiers_price_at_least_three_tenths_of_value CHECK ((old_price_cents * 3) <= (price_cents * 10))
);
INSERT INTO price_tiers (price_cents, old_price_cents) VALUES
  (199, 600), (299, 900), (399, 1200), (499, 1500), (599, 1800), (799, 2400), (999, 3000);

CREATE TABLE products (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sale_place_id integer NOT NULL REFERENCES sale_places,
  name text NOT NULL,
  description text NOT NULL,
  price_cents integer NOT NULL REFERENCES price_tiers,
  old_price_cents integer NOT NULL,
  type_ids integer[] NOT NULL,
  photos jsonb NOT NULL,
  allergens text[] NOT NULL DEFAULT '{}' CHECK (allergens <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts',
    'soy', 'milk', 'nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']),
  diet text[] NOT NULL DEFAULT '{}' CHECK (diet <@ ARRAY['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free',
    'gluten_free']),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'paused', 'closed', 'removed')),
  daily_quantity integer CHECK (daily_quantity BETWEEN 1 AND 7),
  schedule jsonb,
  earth cube NOT NULL,
  search tsvector NOT NULL,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  allocation text NOT NULL DEFAULT 'automatic' CHECK (allocation IN ('automatic', 'first_come', 'draw')),
  entry_minutes integer NOT NULL DEFAULT 60 CHECK (entry_minutes BETWEEN 15 AND 720),
  draws_next boolean NOT NULL DEFAULT false,
  hidden_at timestamptz,
  language text NOT NULL DEFAULT 'pt' CHECK (language IN ('pt', 'en', 'ru')),
  translation_tried_at timestamptz,
  seller_id integer NOT NULL,
  CONSTRAINT products_active_not_hidden CHECK (state <> 'active' OR hidden_at IS NULL),
  CONSTRAINT products_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id) REFERENCES sale_places (seller_id, id),
  CONSTRAINT products_schedule_has_windows CHECK (jsonb_array_length(jsonb_path_query_array(schedule,
    '$.*')) = jsonb_array_length(jsonb_path_query_array(schedule,
    '$.*?((@."time_start" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @."time_end" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$") && @."time_start" != @."time_end")'))),
  UNIQUE (seller_id, id)
);
CREATE INDEX products_earth ON products USING gist (earth) WHERE state = 'active';
CREATE INDEX products_hidden ON products (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX products_sale_place_id ON products (sale_place_id);
CREATE INDEX products_search ON products USING gin (search) WHERE state = 'active';
CREATE INDEX products_words ON products USING gin (fold_words(name) gin_trgm_ops);
COMMENT ON COLUMN products.draws_next IS 'Whether slots that are not on sale yet will be drawn: what `allocation` comes to.';
COMMENT ON COLUMN products.earth IS 'Position of its sale place, as the extension earthdistance stores one.';
COMMENT ON COLUMN products.language IS 'Of name and description.';
COMMENT ON COLUMN products.seller_id IS 'Of its sale place, written by a trigger: what orders refer to.';
COMMENT ON COLUMN products.translation_tried_at IS 'When the translation service was last asked; null since the text changed.';

CREATE TABLE date_overrides (
  product_id integer REFERENCES products ON DELETE CASCADE,
  date date,
  time_start time,
  time_end time,
  PRIMARY KEY (product_id, date),
  CONSTRAINT date_overrides_both_times_or_none CHECK ((time_start IS NULL) = (time_end IS NULL)),
  CONSTRAINT date_overrides_time_end_to_the_minute CHECK (time_end < '24:00'
    AND (date_trunc('minute', time_end) = time_end)),
  CONSTRAINT date_overrides_time_start_to_the_minute CHECK (time_start < '24:00'
    AND (date_trunc('minute', time_start) = time_start)),
  CONSTRAINT date_overrides_window_not_empty CHECK (time_end <> time_start)
);
CREATE INDEX date_overrides_date ON date_overrides (date);

CREATE TABLE holidays (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sale_place_id integer NOT NULL REFERENCES sale_places ON DELETE CASCADE,
  name text NOT NULL,
  date_from date NOT NULL,
  date_to date NOT NULL,
  CONSTRAINT holidays_end_not_before_start CHECK (date_to >= date_from),
  UNIQUE (sale_place_id, date_from, date_to)
);

CREATE TABLE pickup_slots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products,
  date date NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  quantity integer NOT NULL CHECK (quantity >= 0),
  units_left integer NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  has_quantity_override boolean NOT NULL DEFAULT false,
  cancelled boolean NOT NULL DEFAULT false,
  sold_out boolean NOT NULL DEFAULT false,
  allocation text NOT NULL DEFAULT 'public' CHECK (allocation IN ('public', 'planned', 'draw', 'line')),
  taken_at timestamptz,
  CONSTRAINT pickup_slots_end_after_start CHECK (ends_at > starts_at),
  UNIQUE (product_id, date),
  CONSTRAINT pickup_slots_units_left_up_to_quantity CHECK (units_left BETWEEN 0 AND quantity)
);
CREATE INDEX pickup_slots_allocated ON pickup_slots (ends_at) WHERE allocation <> 'public';
CREATE INDEX pickup_slots_next ON pickup_slots (product_id, ends_at) INCLUDE (id, starts_at, units_left, allocation)
  WHERE NOT closed;
CREATE INDEX pickup_slots_starts_at ON pickup_slots (starts_at);
COMMENT ON COLUMN pickup_slots.allocation IS 'Who gets the units left: public: whoever buys first; planned: a draw opens when the slot goes on sale; draw: entries are open or being drawn; line: those who wait.';
COMMENT ON COLUMN pickup_slots.taken_at IS 'When the last unit was taken for the first time.';

CREATE TABLE product_texts (
  product_id integer REFERENCES products ON DELETE CASCADE,
  language text CHECK (language IN ('pt', 'en', 'ru')),
  name text NOT NULL,
  description text NOT NULL,
  is_translated boolean NOT NULL,
  PRIMARY KEY (product_id, language)
);
CREATE INDEX product_texts_words ON product_texts USING gin (fold_words(name) gin_trgm_ops);
COMMENT ON TABLE product_texts IS 'Texts of a product in other languages than its own.';
COMMENT ON COLUMN product_texts.is_translated IS 'By the translation service; else written by the seller.';

CREATE TABLE product_types (
  id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name jsonb NOT NULL,
  retired_at timestamptz,
  icon text NOT NULL DEFAULT 'bread' CHECK (icon IN ('apple', 'avocado', 'baguette', 'banana', 'bento', 'bread',
    'broccoli', 'cake', 'carrot', 'cherries', 'coffee', 'cookie', 'croissant', 'cupcake', 'custard', 'donut',
    'drink', 'grapes', 'olive', 'orange', 'paella', 'pancakes', 'pie', 'pizza', 'pretzel', 'rice', 'salad',
    'sandwich', 'shrimp', 'strawberry', 'sushi'))
);
COMMENT ON COLUMN product_types.icon IS 'Name of an image of the design system, one of `productTypeIcons`.';
INSERT INTO product_types (id, slug, name, icon) VALUES
  (1, 'bakery', '{"pt": "Padaria", "en": "Bakery", "ru": "Выпечка"}', 'croissant'),
  (2, 'meals', '{"pt": "Refeições", "en": "Meals", "ru": "Готовые блюда"}', 'paella'),
  (3, 'groceries', '{"pt": "Mercearia", "en": "Groceries", "ru": "Продукты"}', 'broccoli'),
  (4, 'sweets', '{"pt": "Doces", "en": "Sweets", "ru": "Сладкое"}', 'cupcake'),
  (5, 'sushi', '{"pt": "Sushi", "en": "Sushi", "ru": "Суши"}', 'sushi'),
  (6, 'vegetarian', '{"pt": "Vegetariano", "en": "Vegetarian", "ru": "Вегетарианское"}', 'salad'),
  (7, 'breakfast', '{"pt": "Pequeno-almoço", "en": "Breakfast", "ru": "Завтрак"}', 'coffee');

CREATE TABLE search_index_state (
  id boolean DEFAULT true PRIMARY KEY,
  version text NOT NULL,
  indexed_through integer,
  CONSTRAINT search_index_state_one_row CHECK (id)
);
COMMENT ON TABLE search_index_state IS 'how far products are indexed with the present search terms';
COMMENT ON COLUMN search_index_state.indexed_through IS 'last product indexed with this version; null when all are';
COMMENT ON COLUMN search_index_state.version IS 'of the search terms';
INSERT INTO search_index_state (version) VALUES ('');

CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY
);
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops);

CREATE TABLE slot_deletions (
  id boolean DEFAULT true PRIMARY KEY,
  examined_through bigint NOT NULL,
  CONSTRAINT slot_deletions_one_row CHECK (id)
);
COMMENT ON TABLE slot_deletions IS 'How far ended slots have been looked at, to delete those in which nobody took part.';
INSERT INTO slot_deletions (examined_through) VALUES (0);

CREATE TABLE slot_horizons (
  time_zone text PRIMARY KEY,
  generated_through date NOT NULL
);
COMMENT ON COLUMN slot_horizons.generated_through IS 'Last date for which slots were generated in this time zone.';

CREATE TABLE unsold_units (
  product_id integer REFERENCES products ON DELETE CASCADE,
  month date,
  units smallint[] NOT NULL,
  PRIMARY KEY (product_id, month),
  CONSTRAINT unsold_units_first_of_month CHECK (EXTRACT(day FROM month) = 1),
  CONSTRAINT unsold_units_one_a_day CHECK (cardinality(units) = 31)
);
CREATE INDEX unsold_units_month ON unsold_units (month);
COMMENT ON TABLE unsold_units IS 'Units that were offered by slots which were deleted, because nobody took part in them.';
COMMENT ON COLUMN unsold_units.units IS 'By day of the month.';

-- Channel 'stock': {product_id, slot_id, left}. slot_id and left are null when the product itself changed; {} stands for
-- many changes at once.
CREATE FUNCTION notify_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock',
    json_build_object('product_id', NEW.product_id, 'slot_id', NEW.id, 'left', NEW.units_left)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION notify_new_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The nightly generation inserts slots of all products: one notification instead of a million.
  IF (SELECT count(*) FROM added) > 100 THEN
    PERFORM pg_notify('stock', '{}');
  ELSE
    PERFORM pg_notify('stock', json_build_object('product_id', product_id, 'slot_id', id, 'left', units_left)::text)
      FROM added;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION schedule_slot_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) VALUES (NEW.product_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION schedule_new_slot_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) SELECT product_id, id FROM added WHERE units_left = 0;
  RETURN NULL;
END $$;

CREATE FUNCTION notify_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.id, 'slot_id', NULL, 'left', NULL)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION schedule_product_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO back_on_sale_checks (product_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- What orders refer to, so that none is of another seller than its product.
CREATE FUNCTION set_product_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT seller_id INTO NEW.seller_id FROM sale_places WHERE id = NEW.sale_place_id;
  RETURN NEW;
END $$;

CREATE TRIGGER pickup_slots_note_map_change AFTER UPDATE OF closed, ends_at ON pickup_slots FOR EACH ROW
  WHEN ((OLD.closed IS DISTINCT FROM NEW.closed) OR (OLD.ends_at IS DISTINCT FROM NEW.ends_at))
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER pickup_slots_note_map_insert AFTER INSERT ON pickup_slots FOR EACH STATEMENT
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER pickup_slots_notify AFTER UPDATE OF units_left, quantity, closed, starts_at, ends_at,
  allocation ON pickup_slots FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_slot();
CREATE TRIGGER pickup_slots_notify_new AFTER INSERT ON pickup_slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION notify_new_slots();
CREATE TRIGGER pickup_slots_schedule_check AFTER UPDATE OF units_left, closed, allocation ON pickup_slots
  FOR EACH ROW WHEN ((NOT NEW.closed) AND (OLD.closed OR ((OLD.units_left = 0) <> (NEW.units_left = 0))
  OR (OLD.allocation <> NEW.allocation))) EXECUTE FUNCTION schedule_slot_check();
CREATE TRIGGER pickup_slots_schedule_new_checks AFTER INSERT ON pickup_slots REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION schedule_new_slot_checks();
CREATE TRIGGER product_types_keep_used AFTER DELETE OR UPDATE OF id ON product_types FOR EACH ROW
  EXECUTE FUNCTION keep_used_type('products');
CREATE TRIGGER products_note_map_change AFTER UPDATE OF state, price_cents, type_ids, sale_place_id ON products
  FOR EACH ROW WHEN ((((OLD.state IS DISTINCT FROM NEW.state) OR (OLD.price_cents IS DISTINCT FROM NEW.price_cents))
  OR (OLD.type_ids IS DISTINCT FROM NEW.type_ids)) OR (OLD.sale_place_id IS DISTINCT FROM NEW.sale_place_id))
  EXECUTE FUNCTION note_map_change();
CREATE TRIGGER products_note_map_insert AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION note_map_change();
CREATE TRIGGER products_notify AFTER UPDATE OF state ON products FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION notify_product();
CREATE TRIGGER products_schedule_check AFTER UPDATE OF state ON products FOR EACH ROW
  WHEN ((OLD.state = ANY (ARRAY['paused', 'closed'])) AND (NEW.state = 'active'))
  EXECUTE FUNCTION schedule_product_check();
CREATE TRIGGER products_set_seller BEFORE INSERT OR UPDATE OF sale_place_id, seller_id ON products FOR EACH ROW
  EXECUTE FUNCTION set_product_seller();
CREATE TRIGGER products_types_exist_insert AFTER INSERT ON products FOR EACH ROW
  EXECUTE FUNCTION check_types_exist('product_types');
CREATE TRIGGER products_types_exist_update AFTER UPDATE OF type_ids ON products FOR EACH ROW
  WHEN (OLD.type_ids IS DISTINCT FROM NEW.type_ids) EXECUTE FUNCTION check_types_exist('product_types');

-- Favourites and the map

CREATE TABLE back_on_sale_checks (
  product_id integer NOT NULL,
  slot_id bigint,
  UNIQUE NULLS NOT DISTINCT (product_id, slot_id)
);
COMMENT ON TABLE back_on_sale_checks IS 'Changes after which a product may be back on sale, until the offers module has looked at them.';

CREATE TABLE back_on_sale_notifications (
  user_id integer REFERENCES users ON DELETE CASCADE,
  slot_id bigint REFERENCES pickup_slots ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  notified_at timestamptz,
  PRIMARY KEY (user_id, slot_id)
);
CREATE INDEX back_on_sale_notifications_due_at ON back_on_sale_notifications (due_at) WHERE notified_at IS NULL;
CREATE INDEX back_on_sale_notifications_sent ON back_on_sale_notifications (due_at) WHERE notified_at IS NOT NULL;
CREATE INDEX back_on_sale_notifications_slot_id ON back_on_sale_notifications (slot_id);

CREATE TABLE favourites (
  user_id integer REFERENCES users ON DELETE CASCADE,
  product_id integer REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, product_id)
);
CREATE INDEX favourites_product_id ON favourites (product_id);

CREATE TABLE map_cell_state (
  id boolean DEFAULT true PRIMARY KEY,
  valid_until timestamptz NOT NULL,
  CONSTRAINT map_cell_state_one_row CHECK (id)
);
COMMENT ON COLUMN map_cell_state.valid_until IS 'End of the last window of the product that leaves the map first.';
INSERT INTO map_cell_state (valid_until) VALUES ('-infinity');

CREATE TABLE map_cells (
  level smallint,
  type_id integer,
  x integer,
  y integer,
  sale_place_count integer NOT NULL,
  sale_place_id integer NOT NULL,
  min_price_cents integer NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  PRIMARY KEY (level, type_id, x, y)
);

CREATE TABLE map_changes (
  changed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE map_changes IS 'Changes of what the clusters of the map count, since they were calculated.';

CREATE TABLE place_followers (
  sale_place_id integer REFERENCES sale_places ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sale_place_id, user_id)
);
CREATE INDEX place_followers_user_id ON place_followers (user_id);
COMMENT ON COLUMN place_followers.created_at IS 'Of the favourite.';
COMMENT ON COLUMN place_followers.sale_place_id IS 'The new seller''s.';

-- Payments, refunds and disputes

CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token text NOT NULL UNIQUE,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL REFERENCES products,
  slot_id bigint NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  provider_ref text UNIQUE,
  client_secret text,
  state text NOT NULL CHECK (state IN ('pending', 'paid', 'failed', 'expired', 'refund_due', 'refunded')),
  expires_at timestamptz NOT NULL,
  card_last4 text,
  failure_code text,
  failure_description text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  intent_requests integer NOT NULL DEFAULT 0,
  is_offer boolean NOT NULL DEFAULT false,
  captures_later boolean NOT NULL DEFAULT false,
  discarded_intents integer NOT NULL DEFAULT 0,
  network_hash bytea,
  card_fingerprint text,
  is_excused boolean NOT NULL DEFAULT false,
  synced_at timestamptz,
  is_passed_on boolean NOT NULL DEFAULT false,
  CONSTRAINT payments_network_only_unpaid CHECK (network_hash IS NULL OR state IN ('pending', 'failed', 'expired'))
);
CREATE INDEX payments_card_last4 ON payments (card_last4, id) WHERE card_last4 IS NOT NULL;
CREATE INDEX payments_created_at ON payments USING brin (created_at) WITH (pages_per_range='32');
CREATE UNIQUE INDEX payments_one_hold ON payments (user_id, slot_id) WHERE state = 'pending';
CREATE INDEX payments_pending ON payments (expires_at) WHERE state IN ('pending', 'refund_due');
CREATE INDEX payments_slot_id ON payments (slot_id);
CREATE INDEX payments_tried_cards ON payments (user_id, card_fingerprint) WHERE card_fingerprint IS NOT NULL;
CREATE INDEX payments_unpaid_created_at ON payments (created_at, id) WHERE state IN ('failed', 'expired');
CREATE INDEX payments_unpaid_of_card ON payments (card_fingerprint, slot_id) WHERE card_fingerprint IS NOT NULL;
CREATE INDEX payments_unpaid_of_network ON payments (network_hash, slot_id) WHERE network_hash IS NOT NULL;
CREATE INDEX payments_unpaid_of_user ON payments (user_id, slot_id) WHERE state IN ('failed', 'expired');
CREATE INDEX payments_user_id ON payments (user_id, id);
COMMENT ON COLUMN payments.captures_later IS 'The card is authorised first and charged after its fingerprint was compared with those of other winners.';
COMMENT ON COLUMN payments.card_fingerprint IS 'The provider''s mark of the card that was tried for a hold that ended unpaid, for a day.';
COMMENT ON COLUMN payments.is_excused IS 'The hold ended through no fault of its buyer: the provider was away, or the slot was cancelled.';
COMMENT ON COLUMN payments.is_offer IS 'The hold was offered to somebody who won a draw or waited; the buyer did not ask for it.';
COMMENT ON COLUMN payments.is_passed_on IS 'The hold ended before its time, because its unit passed to a buyer with a verified address or an earlier order.';
COMMENT ON COLUMN payments.network_hash IS 'Keyed hash of the network (IPv4 address or IPv6 /64) that asked for the hold, until it is paid or a day old.';
COMMENT ON COLUMN payments.synced_at IS 'When a process last took the hold to ask its provider about it.';

CREATE TABLE disputes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payments,
  provider_ref text NOT NULL UNIQUE,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('warning_needs_response', 'warning_under_review', 'warning_closed',
    'needs_response', 'under_review', 'won', 'lost', 'prevented')),
  withdrawn_cents integer NOT NULL DEFAULT 0,
  posting_count integer NOT NULL DEFAULT 0,
  respond_by timestamptz,
  opened_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL,
  is_refundable boolean NOT NULL DEFAULT false
);
CREATE INDEX disputes_payment_id ON disputes (payment_id);
COMMENT ON COLUMN disputes.is_refundable IS 'Whether the payment may be refunded while the dispute is open: an inquiry, of which nothing was withdrawn.';

CREATE TABLE refunds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payments,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  error text,
  stuck_at timestamptz,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'waiting', 'sent', 'failed', 'refused', 'settled',
    'disputed')),
  key_number integer NOT NULL DEFAULT 0,
  changed_by integer REFERENCES users,
  noted_reference text,
  noted_at timestamptz,
  CONSTRAINT refunds_done_has_time CHECK ((done_at IS NOT NULL) = (state IN ('sent', 'settled', 'disputed'))),
  CONSTRAINT refunds_noted_has_time CHECK ((noted_reference IS NULL) = (noted_at IS NULL))
);
CREATE INDEX refunds_open ON refunds (id) WHERE done_at IS NULL;
CREATE INDEX refunds_payment_id ON refunds (payment_id);
COMMENT ON TABLE refunds IS 'Money that a buyer gets back of a payment, in one state of its way there.';
COMMENT ON COLUMN refunds.changed_by IS 'Operator of the last step; null: nobody of the console.';
COMMENT ON COLUMN refunds.error IS 'Last error of the provider.';
COMMENT ON COLUMN refunds.key_number IS 'Part of the idempotency key: counts definite refusals and repetitions by the operator.';
COMMENT ON COLUMN refunds.next_attempt_at IS 'Null: due now.';
COMMENT ON COLUMN refunds.noted_reference IS 'Of a bank transfer that waits to be confirmed by another operator.';
COMMENT ON COLUMN refunds.state IS 'queued: to be sent, or sent without an answer yet; waiting: for the end of a dispute; sent: the provider has it; failed: the bank returned it to the provider; refused: the provider refuses it; settled: the operator paid it otherwise; disputed: the bank gave it back after a dispute.';
COMMENT ON COLUMN refunds.stuck_at IS 'When the operator was alerted.';

CREATE TABLE refund_transfers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  refund_id integer NOT NULL REFERENCES refunds,
  payment_id integer NOT NULL REFERENCES payments,
  way text NOT NULL CHECK (way IN ('provider', 'dispute', 'bank')),
  reference text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  failure text,
  booked_cents integer NOT NULL DEFAULT 0,
  posting_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE INDEX refund_transfers_payment_id ON refund_transfers (payment_id);
CREATE UNIQUE INDEX refund_transfers_reference ON refund_transfers (way, reference) WHERE way <> 'bank';
CREATE INDEX refund_transfers_refund_id ON refund_transfers (refund_id);
COMMENT ON TABLE refund_transfers IS 'Ways in which money of a refund went back: a refund at the provider, a lost dispute, or a transfer by the operator.';
COMMENT ON COLUMN refund_transfers.booked_cents IS 'What of it the ledger has posted.';
COMMENT ON COLUMN refund_transfers.reference IS 'Of the refund or dispute at the provider, or of the bank transfer.';

CREATE TABLE sandbox_intents (
  ref text PRIMARY KEY,
  client_secret text NOT NULL UNIQUE,
  idempotency_key text NOT NULL UNIQUE,
  amount_cents integer NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded',
    'canceled')),
  card_last4 text,
  refunded_cents integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  captures_later boolean NOT NULL DEFAULT false,
  card_fingerprint text,
  CONSTRAINT sandbox_intents_refunded_up_to_amount CHECK (refunded_cents BETWEEN 0 AND amount_cents)
);
CREATE INDEX sandbox_intents_created_at ON sandbox_intents (created_at, ref);

CREATE TABLE sandbox_disputes (
  ref text PRIMARY KEY,
  intent_ref text NOT NULL REFERENCES sandbox_intents,
  created_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'needs_response' CHECK (status IN ('warning_needs_response', 'warning_under_review',
    'warning_closed', 'needs_response', 'under_review', 'won', 'lost', 'prevented')),
  withdrawn_cents integer NOT NULL
);
CREATE INDEX sandbox_disputes_intent_ref ON sandbox_disputes (intent_ref);

CREATE TABLE sandbox_refunds (
  idempotency_key text PRIMARY KEY,
  ref text NOT NULL REFERENCES sandbox_intents,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz NOT NULL,
  id text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'succeeded' CHECK (status IN ('pending', 'succeeded', 'failed')),
  failure text,
  refund_id integer
);
CREATE INDEX sandbox_refunds_ref ON sandbox_refunds (ref);
COMMENT ON COLUMN sandbox_refunds.refund_id IS 'Metadata; null: made on the pages of the provider.';

CREATE FUNCTION notify_passed_on_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('holds', json_build_object('user_id', NEW.user_id, 'product_id', NEW.product_id,
    'slot_id', NEW.slot_id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_notify_passed_on AFTER UPDATE OF is_passed_on ON payments FOR EACH ROW WHEN (NEW.is_passed_on
  AND (NOT OLD.is_passed_on)) EXECUTE FUNCTION notify_passed_on_hold();

-- Reconciliation with the provider

CREATE TABLE payment_sync_cursors (
  provider text PRIMARY KEY CHECK (provider IN ('sandbox', 'stripe')),
  synced_until timestamptz NOT NULL
);

-- Draws and waitlists (docs/decisions/0048-draws-and-waitlists.md)

CREATE TABLE draws (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slot_id bigint NOT NULL UNIQUE REFERENCES pickup_slots,
  product_id integer NOT NULL REFERENCES products,
  state text NOT NULL CHECK (state IN ('open', 'closed', 'drawn', 'cancelled')),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed_at timestamptz,
  drawn_at timestamptz,
  units integer,
  seed_hash bytea NOT NULL CHECK (length(seed_hash) = 32),
  sealed_seed text NOT NULL,
  seed bytea CHECK (length(seed) = 32),
  list_hash bytea CHECK (length(list_hash) = 32),
  beacon_url text,
  beacon_round bigint,
  beacon_value bytea CHECK (length(beacon_value) = 32),
  CONSTRAINT draws_beacon_value_has_round CHECK ((beacon_value IS NULL) = (beacon_round IS NULL)),
  CONSTRAINT draws_closes_after_opening CHECK (closes_at > opened_at),
  CONSTRAINT draws_list_hash_after_open CHECK (state <> 'open' OR list_hash IS NULL),
  CONSTRAINT draws_seed_when_drawn CHECK ((state = 'drawn') = (seed IS NOT NULL))
);
CREATE INDEX draws_closes_at ON draws (closes_at, id);
CREATE INDEX draws_product_id ON draws (product_id, id);
CREATE INDEX draws_unfinished ON draws (closes_at) WHERE state IN ('open', 'closed');
COMMENT ON COLUMN draws.sealed_seed IS 'The seed, encrypted: until it is drawn nobody reads it from the database or a backup.';
COMMENT ON COLUMN draws.seed IS 'Published when drawn.';

CREATE TABLE allocation_entries (
  id uuid PRIMARY KEY,
  "position" bigint GENERATED ALWAYS AS IDENTITY,
  slot_id bigint NOT NULL REFERENCES pickup_slots,
  product_id integer NOT NULL REFERENCES products,
  draw_id integer REFERENCES draws,
  user_id integer REFERENCES users,
  random bytea CHECK (length(random) = 16),
  state text NOT NULL CHECK (state IN ('entered', 'waiting', 'offered', 'bought', 'lapsed', 'left', 'ended')),
  rank integer CHECK (rank > 0),
  payment_id integer UNIQUE REFERENCES payments,
  offer_expires_at timestamptz,
  card_fingerprint text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  announced_at timestamptz,
  price_cents integer NOT NULL,
  notified_off_sale_at timestamptz,
  CONSTRAINT allocation_entries_card_of_a_win CHECK (card_fingerprint IS NULL OR state IN ('offered', 'bought')),
  CONSTRAINT allocation_entries_ended_has_time CHECK ((state IN ('entered', 'waiting', 'offered')) = (ended_at IS NULL)),
  CONSTRAINT allocation_entries_entered_has_draw CHECK (state <> 'entered' OR draw_id IS NOT NULL),
  CONSTRAINT allocation_entries_offered_has_payment CHECK ((state = 'offered') <= (payment_id IS NOT NULL)),
  CONSTRAINT allocation_entries_random_in_draws CHECK ((draw_id IS NULL) = (random IS NULL)),
  CONSTRAINT allocation_entries_rank_in_draws CHECK (rank IS NULL OR draw_id IS NOT NULL)
);
CREATE INDEX allocation_entries_draw ON allocation_entries (draw_id, id) WHERE draw_id IS NOT NULL;
CREATE INDEX allocation_entries_line ON allocation_entries (slot_id, rank, "position") WHERE state = 'waiting';
CREATE UNIQUE INDEX allocation_entries_one_a_card ON allocation_entries (slot_id, card_fingerprint)
  WHERE card_fingerprint IS NOT NULL;
CREATE UNIQUE INDEX allocation_entries_one_a_user ON allocation_entries (slot_id, user_id)
  WHERE state IN ('entered', 'waiting', 'offered');
CREATE INDEX allocation_entries_product_id ON allocation_entries (product_id);
CREATE UNIQUE INDEX allocation_entries_rank ON allocation_entries (draw_id, rank);
CREATE INDEX allocation_entries_slot ON allocation_entries (slot_id);
CREATE INDEX allocation_entries_user ON allocation_entries (user_id, "position");
CREATE INDEX allocation_entries_waited ON allocation_entries (ended_at) WHERE draw_id IS NULL AND ended_at IS NOT NULL;
COMMENT ON TABLE allocation_entries IS 'Who takes part in a draw or waits for a unit: the line of a slot is ordered by rank in its draw, then by position.';
COMMENT ON COLUMN allocation_entries.card_fingerprint IS 'Of the card that pays a win; no other winner of the draw may use it.';
COMMENT ON COLUMN allocation_entries.notified_off_sale_at IS 'When the waiting user was told that the product is off sale at present.';
COMMENT ON COLUMN allocation_entries.price_cents IS 'Shown when the user entered or joined: the most that the unit is offered for.';
COMMENT ON COLUMN allocation_entries.user_id IS 'Null once the user is erased: the published list of a draw stays.';

-- Whoever looks at the offer, and the user. Equal notifications of one transaction are sent once.
CREATE FUNCTION notify_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed allocation_entries := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.ended_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('stock', json_build_object('product_id', changed.product_id)::text);
  PERFORM pg_notify('entries', json_build_object('user_id', changed.user_id, 'product_id', changed.product_id,
    'slot_id', changed.slot_id)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION notify_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.product_id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER allocation_entries_notify AFTER INSERT OR DELETE OR UPDATE OF state, rank ON allocation_entries
  FOR EACH ROW EXECUTE FUNCTION notify_entry();
CREATE TRIGGER draws_notify AFTER INSERT OR UPDATE OF state ON draws FOR EACH ROW EXECUTE FUNCTION notify_draw();

-- Orders

CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
  payment_id integer NOT NULL UNIQUE REFERENCES payments,
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  slot_id bigint NOT NULL REFERENCES pickup_slots,
  sale_place_id integer NOT NULL,
  seller_id integer NOT NULL,
  product_name text NOT NULL,
  price_cents integer NOT NULL,
  old_price_cents integer,
  commission_cents integer NOT NULL,
  earning_cents integer NOT NULL,
  refunded_cents integer NOT NULL DEFAULT 0,
  pin text NOT NULL,
  state text NOT NULL CHECK (state IN ('paid', 'collected', 'not_collected', 'cancelled_by_buyer',
    'cancelled_by_store', 'refunded')),
  pickup_start timestamptz NOT NULL,
  pickup_end timestamptz NOT NULL,
  collected_at timestamptz,
  created_at timestamptz NOT NULL,
  cancel_reason text,
  pin_hash bytea NOT NULL,
  CONSTRAINT orders_price_is_commission_and_earning CHECK (price_cents = (commission_cents + earning_cents)),
  CONSTRAINT orders_product_of_seller FOREIGN KEY (seller_id, product_id) REFERENCES products (seller_id, id),
  CONSTRAINT orders_refunded_up_to_price CHECK (refunded_cents BETWEEN 0 AND price_cents),
  CONSTRAINT orders_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id) REFERENCES sale_places (seller_id, id)
);
CREATE INDEX orders_created_at ON orders (created_at, id) INCLUDE (price_cents, commission_cents, refunded_cents);
CREATE INDEX orders_open ON orders (pickup_end) WHERE state = 'paid';
CREATE UNIQUE INDEX orders_open_pin ON orders (sale_place_id, pin_hash) WHERE state = 'paid';
CREATE INDEX orders_pickup_start ON orders (pickup_start, id);
CREATE INDEX orders_product_id ON orders (product_id, created_at);
CREATE INDEX orders_refunded ON orders (created_at, id) INCLUDE (price_cents, refunded_cents) WHERE refunded_cents > 0;
CREATE INDEX orders_sale_place_id ON orders (sale_place_id, pickup_start, id);
CREATE INDEX orders_seller_id ON orders (seller_id, pickup_start, id);
CREATE INDEX orders_slot_id ON orders (slot_id);
CREATE INDEX orders_state ON orders (state, created_at, id);
CREATE INDEX orders_user_id ON orders (user_id, id DESC);
COMMENT ON COLUMN orders.pin IS 'Encrypted.';
COMMENT ON COLUMN orders.pin_hash IS 'Keyed and with the sale place, to compare it.';

CREATE TABLE order_refunds (
  order_id integer REFERENCES orders,
  total_cents integer CHECK (total_cents > 0),
  decided_by text NOT NULL CHECK (decided_by IN ('seller', 'operator', 'provider', 'bank')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, total_cents)
);
COMMENT ON COLUMN order_refunds.decided_by IS 'provider: on the pages of the payment provider; bank: by a lost dispute.';

CREATE TABLE order_reminders (
  order_id integer PRIMARY KEY REFERENCES orders,
  notified_at timestamptz NOT NULL
);
CREATE INDEX order_reminders_notified_at ON order_reminders (notified_at);

CREATE TABLE pin_attempts (
  sale_place_id integer PRIMARY KEY REFERENCES sale_places,
  failed_at timestamptz[] NOT NULL DEFAULT '{}'
);
COMMENT ON COLUMN pin_attempts.failed_at IS 'Instants of recent wrong PINs, oldest first.';

CREATE TABLE ratings (
  order_id integer PRIMARY KEY REFERENCES orders,
  stars integer NOT NULL CHECK (stars BETWEEN 1 AND 5),
  text text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  seller_id integer NOT NULL REFERENCES users,
  hidden_at timestamptz
);
CREATE INDEX ratings_created_at ON ratings (created_at, order_id);
CREATE INDEX ratings_hidden ON ratings (created_at, order_id) WHERE hidden_at IS NOT NULL;
CREATE INDEX ratings_seller ON ratings (seller_id, created_at DESC, order_id DESC);

CREATE TABLE reports (
  order_id integer PRIMARY KEY REFERENCES orders,
  text text NOT NULL,
  photo jsonb,
  answer text,
  answered_at timestamptz,
  created_at timestamptz NOT NULL,
  answered_by text CHECK (answered_by IN ('seller', 'operator')),
  seller_id integer NOT NULL REFERENCES users,
  question_at timestamptz,
  seller_message_at timestamptz
);
CREATE INDEX reports_created_at ON reports (created_at, order_id);
CREATE INDEX reports_open ON reports (created_at) WHERE answered_at IS NULL;
CREATE INDEX reports_seller ON reports (seller_id, order_id DESC);
COMMENT ON COLUMN reports.question_at IS 'Of the question to the seller that has no reply yet.';
COMMENT ON COLUMN reports.seller_message_at IS 'Of the last message of the seller.';

CREATE TABLE report_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES reports,
  author text NOT NULL CHECK (author IN ('seller', 'operator')),
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX report_messages_order ON report_messages (order_id, id);
COMMENT ON TABLE report_messages IS 'Between operator and seller; the buyer does not read them.';

CREATE TABLE sold_out_notifications (
  slot_id bigint PRIMARY KEY REFERENCES pickup_slots ON DELETE CASCADE,
  notified_at timestamptz NOT NULL
);
CREATE INDEX sold_out_notifications_notified_at ON sold_out_notifications (notified_at);

-- Channel 'orders', for sellers and buyers.
CREATE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', NEW.user_id,
    'order_id', NEW.id, 'sale_place_id', NEW.sale_place_id, 'state', NEW.state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', user_id,
    'order_id', NEW.order_id, 'sale_place_id', sale_place_id, 'state', state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_notify AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.state = 'paid')
  EXECUTE FUNCTION notify_order();
CREATE TRIGGER orders_notify_change AFTER UPDATE OF state, refunded_cents ON orders FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_order();
CREATE TRIGGER reports_notify AFTER INSERT OR UPDATE OF answered_at, question_at, seller_message_at ON reports
  FOR EACH ROW EXECUTE FUNCTION notify_report();

-- Referrals

CREATE TABLE affiliate_credits (
  partner_id integer REFERENCES users,
  month date CHECK (EXTRACT(day FROM month) = 1),
  hundredths bigint NOT NULL,
  amount_cents integer NOT NULL,
  credited_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, month)
);
COMMENT ON COLUMN affiliate_credits.hundredths IS 'Unit: a hundredth of a cent.';

CREATE TABLE affiliate_shares (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  side text NOT NULL CHECK (side IN ('buyer', 'seller')),
  partner_id integer NOT NULL REFERENCES users,
  referred_user_id integer NOT NULL REFERENCES users,
  hundredths integer NOT NULL CHECK (hundredths <> 0),
  price_cents integer NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'reversed')),
  reason text NOT NULL CHECK (reason IN ('paid', 'collected', 'time_over', 'cancelled_by_buyer', 'cancelled_by_store',
    'refunded')),
  created_at timestamptz NOT NULL,
  approve_at timestamptz NOT NULL,
  approved_at timestamptz,
  credit_month date,
  CONSTRAINT affiliate_shares_approved_has_time CHECK (state <> 'approved' OR approved_at IS NOT NULL),
  CONSTRAINT affiliate_shares_credited_is_approved CHECK (credit_month IS NULL OR state = 'approved'),
  FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits (partner_id, month) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT affiliate_shares_partner_is_another CHECK (partner_id <> referred_user_id)
);
CREATE INDEX affiliate_shares_created_at ON affiliate_shares USING brin (created_at);
CREATE INDEX affiliate_shares_credit ON affiliate_shares (partner_id, credit_month, id DESC)
  WHERE credit_month IS NOT NULL;
CREATE UNIQUE INDEX affiliate_shares_order_id_side_key ON affiliate_shares (order_id, side, ((hundredths > 0)));
CREATE INDEX affiliate_shares_partner ON affiliate_shares (partner_id, id DESC);
CREATE INDEX affiliate_shares_pending ON affiliate_shares (approve_at) WHERE state = 'pending';
CREATE INDEX affiliate_shares_referred_user_id ON affiliate_shares (referred_user_id, side, id DESC);
CREATE INDEX affiliate_shares_reversed ON affiliate_shares (id) WHERE state = 'reversed';
CREATE INDEX affiliate_shares_uncredited ON affiliate_shares (partner_id, approved_at) WHERE state = 'approved'
  AND credit_month IS NULL;
COMMENT ON COLUMN affiliate_shares.hundredths IS 'Unit: a hundredth of a cent.';

CREATE TABLE affiliate_visits (
  partner_id integer REFERENCES users,
  day date,
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (partner_id, day)
);
CREATE INDEX affiliate_visits_day ON affiliate_visits (day) WHERE EXTRACT(day FROM day) <> 1;

CREATE TRIGGER affiliate_credits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliate_credits
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE affiliate_credits ENABLE ALWAYS TRIGGER affiliate_credits_append_only;

-- Ledger, statements and payouts

CREATE TABLE reconciliations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('ledger', 'provider')),
  checked_at timestamptz NOT NULL,
  differences text[] NOT NULL,
  sums jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX reconciliations_kind ON reconciliations (kind, checked_at);
COMMENT ON TABLE reconciliations IS 'Results of comparing the ledger with the records behind it, and payments with the provider.';

CREATE TABLE earning_holds (
  payment_id integer PRIMARY KEY REFERENCES payments,
  held_at timestamptz NOT NULL
);
COMMENT ON TABLE earning_holds IS 'Payments whose earning is not paid out for now, because a dispute is open.';

CREATE TABLE document_numbers (
  issuer text,
  year integer,
  last_number integer NOT NULL,
  PRIMARY KEY (issuer, year)
);

CREATE TABLE ledger_accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_kind text NOT NULL CHECK (account_kind IN ('provider', 'commission', 'disputes', 'vat', 'payouts', 'bank',
    'buyer', 'seller', 'partner')),
  user_id integer REFERENCES users,
  UNIQUE NULLS NOT DISTINCT (user_id, account_kind),
  CONSTRAINT ledger_accounts_user_of_kind CHECK ((user_id IS NOT NULL) = (account_kind IN ('buyer', 'seller',
    'partner')))
);

CREATE TABLE ledger_closed_months (
  month date PRIMARY KEY,
  last_transaction_id bigint NOT NULL,
  closed_at timestamptz NOT NULL,
  CONSTRAINT ledger_closed_months_first_of_month CHECK (EXTRACT(day FROM month) = 1)
);
COMMENT ON COLUMN ledger_closed_months.last_transaction_id IS 'No entry is added to it or a transaction before it.';

CREATE TABLE ledger_closed_balances (
  month date REFERENCES ledger_closed_months,
  account_id integer REFERENCES ledger_accounts,
  amount_cents bigint NOT NULL,
  PRIMARY KEY (month, account_id),
  CONSTRAINT ledger_closed_balances_not_zero CHECK (amount_cents <> 0)
);
CREATE INDEX ledger_closed_balances_account_id ON ledger_closed_balances (account_id);
COMMENT ON TABLE ledger_closed_balances IS 'Sums of the entries of each account in a closed month.';

CREATE TABLE payout_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  month date UNIQUE,
  created_at timestamptz NOT NULL,
  file text,
  sent_at timestamptz
);

CREATE TABLE statements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issuer text NOT NULL,
  year integer NOT NULL,
  number integer NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('seller', 'partner')),
  month date NOT NULL,
  corrects integer UNIQUE REFERENCES statements,
  original integer REFERENCES statements,
  reason text,
  issued_at timestamptz NOT NULL,
  issued_by jsonb NOT NULL,
  party jsonb NOT NULL,
  opening_cents integer NOT NULL,
  closing_cents integer NOT NULL,
  commission_cents integer NOT NULL,
  vat_percent numeric(5,2) NOT NULL,
  vat_cents integer NOT NULL,
  CONSTRAINT statements_correction_has_original CHECK ((corrects IS NULL) = (original IS NULL)),
  UNIQUE (issuer, year, number)
);
CREATE INDEX statements_original ON statements (original);
CREATE INDEX statements_user ON statements (user_id, id);
CREATE UNIQUE INDEX statements_user_id_role_month_key ON statements (user_id, role, month) WHERE corrects IS NULL;

CREATE TABLE payouts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id integer NOT NULL REFERENCES payout_runs,
  user_id integer NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('seller', 'partner')),
  statement_id integer NOT NULL UNIQUE REFERENCES statements,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  iban text NOT NULL,
  holder text NOT NULL,
  state text NOT NULL CHECK (state IN ('made', 'sent', 'confirmed', 'returned')),
  return_reason text,
  changed_at timestamptz NOT NULL,
  changed_by integer REFERENCES users,
  return_reference text
);
CREATE INDEX payouts_run ON payouts (run_id);
CREATE INDEX payouts_user ON payouts (user_id, id);
COMMENT ON COLUMN payouts.changed_by IS 'Operator of the last step; null: the server or a command.';
COMMENT ON COLUMN payouts.return_reference IS 'Of the bank, for a payout that was returned after it was confirmed.';

CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL,
  payment_id integer REFERENCES payments,
  order_id integer REFERENCES orders,
  refunded_total_cents integer,
  dispute_id integer REFERENCES disputes,
  dispute_posting_number integer,
  payout_id integer REFERENCES payouts,
  statement_id integer REFERENCES statements,
  partner_id integer,
  credit_month date,
  note text,
  refund_transfer_id integer REFERENCES refund_transfers,
  refund_posting_number integer,
  FOREIGN KEY (order_id, refunded_total_cents) REFERENCES order_refunds (order_id, total_cents),
  FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits (partner_id, month),
  CONSTRAINT ledger_transactions_source_of_kind CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents, refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id, credit_month, note) = CASE
    WHEN (kind = 'payment' AND payment_id IS NOT NULL) THEN 1
    WHEN (kind IN ('refund', 'refund_failed') AND num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0) THEN 3
    WHEN (kind IN ('sale', 'cancellation', 'order_refund') AND num_nulls(payment_id, order_id) = 0) THEN 2
    WHEN (kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0) THEN 3
    WHEN (kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0) THEN 3
    WHEN (kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL) THEN 1
    WHEN (kind = 'commission_vat' AND statement_id IS NOT NULL) THEN 1
    WHEN (kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0) THEN 2
    WHEN (kind = 'adjustment' AND note IS NOT NULL) THEN 1
    ELSE -1 END)
);
CREATE INDEX ledger_transactions_created_at ON ledger_transactions USING brin (created_at);
CREATE UNIQUE INDEX ledger_transactions_credit ON ledger_transactions (partner_id, credit_month)
  WHERE partner_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_dispute ON ledger_transactions (dispute_id, dispute_posting_number)
  WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_note ON ledger_transactions (note) WHERE note IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_order ON ledger_transactions (order_id, kind,
  refunded_total_cents) NULLS NOT DISTINCT WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_payment ON ledger_transactions (payment_id, kind)
  WHERE payment_id IS NOT NULL AND num_nonnulls(refunded_total_cents, refund_transfer_id, dispute_id) = 0;
CREATE INDEX ledger_transactions_payment_id ON ledger_transactions (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_payout ON ledger_transactions (payout_id, kind) WHERE payout_id IS NOT NULL;
CREATE INDEX ledger_transactions_rare_kind ON ledger_transactions (kind, id) WHERE kind NOT IN ('payment', 'sale');
CREATE UNIQUE INDEX ledger_transactions_refund_transfer ON ledger_transactions (refund_transfer_id,
  refund_posting_number) WHERE refund_transfer_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_statement ON ledger_transactions (statement_id) WHERE statement_id IS NOT NULL;
COMMENT ON COLUMN ledger_transactions.credit_month IS 'Its first day.';
COMMENT ON COLUMN ledger_transactions.dispute_posting_number IS 'Counts the postings of a dispute, from 1.';
COMMENT ON COLUMN ledger_transactions.note IS 'Names an adjustment, which no row of another table explains.';
COMMENT ON COLUMN ledger_transactions.refund_posting_number IS 'Counts the postings of a transfer of a refund, from 1.';
COMMENT ON COLUMN ledger_transactions.refunded_total_cents IS 'What the buyer has back of the order in all.';

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES ledger_transactions,
  account_id integer NOT NULL REFERENCES ledger_accounts,
  amount_cents integer NOT NULL CHECK (amount_cents <> 0)
);
CREATE INDEX ledger_entries_account_id ON ledger_entries (account_id, id);
CREATE INDEX ledger_entries_transaction_id ON ledger_entries (transaction_id);

CREATE TABLE payout_details (
  user_id integer PRIMARY KEY REFERENCES users,
  iban text NOT NULL,
  holder text NOT NULL,
  updated_at timestamptz NOT NULL,
  retain_until timestamptz,
  held_until timestamptz
);
CREATE INDEX payout_details_retain_until ON payout_details (retain_until) WHERE retain_until IS NOT NULL;

CREATE TABLE payout_holds (
  user_id integer PRIMARY KEY REFERENCES users,
  held_at timestamptz NOT NULL
);
COMMENT ON TABLE payout_holds IS 'Users to whom an operator makes no payouts for now.';

CREATE TABLE payout_months (
  month date PRIMARY KEY CHECK (EXTRACT(day FROM month) = 1)
);

CREATE TABLE statement_entries (
  entry_id bigint PRIMARY KEY REFERENCES ledger_entries,
  statement_id integer NOT NULL REFERENCES statements
);
CREATE INDEX statement_entries_statement ON statement_entries (statement_id);

-- A lock of a row needs the right to change it, which the application does not have: this one locks by the rights of the
-- owner, and changes nothing. Entries of the account that are being posted end before, later ones wait.
CREATE FUNCTION lock_ledger_account(locked_user_id integer, locked_kind text) RETURNS integer LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM public.ledger_accounts WHERE user_id = locked_user_id AND account_kind = locked_kind FOR UPDATE
$$;

-- At commit every transaction sums to zero and has entries.
CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked_id bigint :=
    CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total_cents bigint;
BEGIN
  SELECT sum(amount_cents) INTO total_cents FROM ledger_entries WHERE transaction_id = checked_id;
  IF total_cents IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', checked_id,
      coalesce(total_cents::text, 'it has no entries');
  END IF;
  RETURN NULL;
END $$;

-- Not in every mode of a session: a restore inserts closed months and their entries as they were.
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed_id bigint;
BEGIN
  SELECT min(transaction_id) INTO closed_id FROM added;
  IF closed_id <= (SELECT max(last_transaction_id) FROM ledger_closed_months) THEN
    RAISE EXCEPTION 'the month of ledger transaction % is closed', closed_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_accounts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_accounts ENABLE ALWAYS TRIGGER ledger_accounts_append_only;
CREATE TRIGGER ledger_closed_balances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closed_balances
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_closed_balances ENABLE ALWAYS TRIGGER ledger_closed_balances_append_only;
CREATE TRIGGER ledger_closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_closed_months ENABLE ALWAYS TRIGGER ledger_closed_months_append_only;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_append_only;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_balance;
CREATE TRIGGER ledger_entries_refuse_closed_month AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_append_only;
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_balance;
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE statement_entries ENABLE ALWAYS TRIGGER statement_entries_append_only;
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE statements ENABLE ALWAYS TRIGGER statements_append_only;

-- Backups

CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_at timestamptz NOT NULL
);
CREATE INDEX backups_made_at ON backups (made_at);

-- Operator console

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  operator_id integer REFERENCES users,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text NOT NULL,
  request_id text NOT NULL
);
CREATE INDEX audit_entries_action ON audit_entries (action, id);
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_operator_id ON audit_entries (operator_id, id);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id);
COMMENT ON COLUMN audit_entries.operator_id IS 'Null: a command on the server.';

CREATE TABLE audit_chain (
  "position" bigint PRIMARY KEY,
  entry_id bigint NOT NULL UNIQUE REFERENCES audit_entries,
  hash bytea NOT NULL
);
COMMENT ON TABLE audit_chain IS 'Written by a trigger alone: the application has no right to.';
COMMENT ON COLUMN audit_chain.hash IS 'SHA-256 of the hash before it (none for the first) and the content of the entry.';

CREATE TABLE content_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'hidden')),
  subject_kind text NOT NULL CHECK (subject_kind IN ('product', 'seller', 'photo', 'review')),
  subject_id integer NOT NULL,
  seller_id integer NOT NULL REFERENCES users,
  photo_path text,
  ground text NOT NULL CHECK (ground IN ('illegal', 'misleading', 'unsafe', 'offensive', 'privacy', 'copyright',
    'other')),
  text text NOT NULL,
  reporter_id integer REFERENCES users,
  reporter_email text COLLATE "C",
  language text NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  CONSTRAINT content_reports_decided_has_time CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT content_reports_reporter_email_folded CHECK (reporter_email = lower(reporter_email))
);
CREATE INDEX content_reports_created_at ON content_reports (created_at, id);
CREATE INDEX content_reports_of_guests ON content_reports (decided_at) WHERE reporter_email IS NOT NULL;
CREATE INDEX content_reports_open ON content_reports (created_at, id) WHERE state = 'open';
CREATE INDEX content_reports_reporter_id ON content_reports (reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX content_reports_seller_id ON content_reports (seller_id);
CREATE INDEX content_reports_subject ON content_reports (subject_kind, subject_id);
COMMENT ON COLUMN content_reports.subject_id IS 'Product (also of a photo), user, or order of a review.';

CREATE TABLE decisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  operator_id integer REFERENCES users,
  user_id integer REFERENCES users,
  email text COLLATE "C",
  language text NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  role text NOT NULL CHECK (role IN ('affected', 'reporter')),
  subject_kind text NOT NULL CHECK (subject_kind IN ('order', 'product', 'sale_place', 'photo', 'review', 'seller',
    'user')),
  subject_id integer NOT NULL,
  subject_name text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('refund_nothing', 'refund_part', 'refund_all', 'cancelled', 'hidden',
    'shown', 'kept', 'removed', 'suspended', 'reinstated', 'payouts_held', 'payouts_released', 'blocked',
    'unblocked', 'deleted', 'roles_changed', 'channel_changed', 'types_changed')),
  amount_cents integer,
  reason text NOT NULL,
  content_report_id integer REFERENCES content_reports,
  objection text,
  objected_at timestamptz,
  objection_operator_id integer REFERENCES users,
  objection_outcome text CHECK (objection_outcome IN ('upheld', 'reversed')),
  objection_reason text,
  objection_decided_at timestamptz,
  decided_alone boolean NOT NULL DEFAULT false,
  objection_decided_alone boolean NOT NULL DEFAULT false,
  CONSTRAINT decisions_email_folded CHECK (email = lower(email)),
  CONSTRAINT decisions_objection_has_time CHECK ((objection IS NULL) = (objected_at IS NULL)),
  CONSTRAINT decisions_objection_outcome_has_time CHECK ((objection_outcome IS NULL) = (objection_decided_at IS NULL))
);
CREATE INDEX decisions_content_report_id ON decisions (content_report_id) WHERE content_report_id IS NOT NULL;
CREATE INDEX decisions_objected_at ON decisions (objected_at, id) WHERE objected_at IS NOT NULL;
CREATE INDEX decisions_of_guests ON decisions (created_at) WHERE email IS NOT NULL;
CREATE INDEX decisions_subject ON decisions (subject_kind, subject_id);
CREATE INDEX decisions_user_id ON decisions (user_id);
COMMENT ON TABLE decisions IS 'Statements of reasons: one for each person whom a decision of an operator concerns.';
COMMENT ON COLUMN decisions.decided_alone IS 'By an operator whom it concerns, because nobody else could.';
COMMENT ON COLUMN decisions.email IS 'Of a reporter without an account.';
COMMENT ON COLUMN decisions.objection_decided_alone IS 'By an operator whom it concerns or who decided first, because nobody else could.';

CREATE TABLE operators (
  user_id integer PRIMARY KEY REFERENCES users,
  role text NOT NULL CHECK (role IN ('support', 'finance', 'catalogue', 'owner')),
  totp_secret text,
  totp_confirmed_at timestamptz,
  last_totp_step integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  enrolment_hash bytea,
  enrolment_expires_at timestamptz
);
COMMENT ON COLUMN operators.enrolment_hash IS 'Of the key by which the second factor is set up once. Null until the mail with the key is rendered, and when it is not to be set up.';
COMMENT ON COLUMN operators.last_totp_step IS 'Thirty-second step of the last accepted code; a code is accepted once.';
COMMENT ON COLUMN operators.totp_secret IS 'Encrypted. Null: not set up.';

CREATE TABLE operator_recovery_codes (
  user_id integer REFERENCES operators ON DELETE CASCADE,
  hash bytea,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE operator_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES operators ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  token_id integer NOT NULL REFERENCES tokens ON DELETE CASCADE,
  credentials_version integer NOT NULL
);
CREATE INDEX operator_sessions_expires_at ON operator_sessions (expires_at);
CREATE INDEX operator_sessions_token_id ON operator_sessions (token_id);
CREATE INDEX operator_sessions_user_id ON operator_sessions (user_id);
COMMENT ON COLUMN operator_sessions.confirmed_at IS 'Last confirmation of the second factor.';
COMMENT ON COLUMN operator_sessions.credentials_version IS 'Of the user when it was entered.';
COMMENT ON COLUMN operator_sessions.token_id IS 'The sign-in it was entered with.';

CREATE TABLE referral_signs (
  partner_id integer REFERENCES users,
  referred_user_id integer REFERENCES users,
  kind text CHECK (kind IN ('iban', 'tax_number', 'phone', 'card', 'address', 'device')),
  found_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, referred_user_id, kind)
);
CREATE INDEX referral_signs_referred_user_id ON referral_signs (referred_user_id);

CREATE TABLE seller_quarters (
  seller_id integer REFERENCES users,
  year smallint,
  quarter smallint CHECK (quarter BETWEEN 1 AND 4),
  orders integer NOT NULL,
  earning_cents bigint NOT NULL,
  fees_cents bigint NOT NULL,
  computed_at timestamptz NOT NULL,
  PRIMARY KEY (year, seller_id, quarter)
);
CREATE INDEX seller_quarters_seller_id ON seller_quarters (seller_id);
COMMENT ON COLUMN seller_quarters.orders IS 'Units sold less those given back.';

-- A copy of this expression checks the chain: audit-chain.queries.ts.
CREATE FUNCTION build_audit_content(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT convert_to(jsonb_build_array(entry.id, (extract(epoch FROM entry.at) * 1000000)::bigint, entry.operator_id,
    entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.request_id)::text,
    'UTF8')
$$;

-- Each entry of the audit log has a hash of its content and of the hash before it, so that a change by whoever may change
-- rows shows. In a table of its own and at the end of the transaction: the lock that puts entries in order is then the last
-- one that the transaction takes, and is kept only while it is being committed. By the rights of the owner of the table.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  last_position bigint;
  last_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(20261128040000);
  SELECT position, hash INTO last_position, last_hash FROM public.audit_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO public.audit_chain (position, entry_id, hash)
  VALUES (coalesce(last_position, 0) + 1, NEW.id,
    sha256(coalesce(last_hash, '') || public.build_audit_content(NEW)));
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION chain_audit_entry() FROM PUBLIC;

-- The time of an entry is the database's, whatever is inserted. Its id is not for the application either: its role has no
-- right to insert the column (prepare-database.ts).
CREATE FUNCTION stamp_audit_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER audit_chain_append_only;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_chain;
CREATE TRIGGER audit_entries_stamp BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION stamp_audit_entry();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_stamp;
