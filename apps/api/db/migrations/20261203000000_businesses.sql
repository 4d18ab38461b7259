-- What was entered of who sells or is paid. A business is more than that.
-- squawk-ignore renaming-table -- The version before does not run beside this one: docs/decisions/0112-businesses.md.
ALTER TABLE businesses RENAME TO legal_identities;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_pkey TO legal_identities_pkey;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_user_id_fkey TO legal_identities_user_id_fkey;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_country_check TO legal_identities_country_check;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_kind_check TO legal_identities_kind_check;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_tax_country_check TO legal_identities_tax_country_check;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_fields_of_kind TO legal_identities_fields_of_kind;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_kind_has_tax_fields TO legal_identities_kind_has_tax_fields;
ALTER TABLE legal_identities RENAME CONSTRAINT businesses_vat_percent_check TO legal_identities_vat_percent_check;
ALTER INDEX businesses_retain_until RENAME TO legal_identities_retain_until;
ALTER INDEX businesses_words RENAME TO legal_identities_words;

CREATE TABLE businesses (
  id integer PRIMARY KEY,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE businesses IS 'Who sells. The id is that of the user who founded it.';

CREATE TABLE members (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  user_id integer NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'counter', 'accountant')),
  has_all_sale_places boolean NOT NULL DEFAULT true,
  joined_at timestamptz NOT NULL,
  CONSTRAINT members_owner_has_all_sale_places CHECK (role <> 'owner' OR has_all_sale_places),
  CONSTRAINT members_business_id_user_id_key UNIQUE (business_id, user_id)
);
CREATE INDEX members_user_id ON members (user_id);

CREATE TABLE member_sale_places (
  member_id integer NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  sale_place_id integer NOT NULL REFERENCES sale_places (id) ON DELETE CASCADE,
  PRIMARY KEY (member_id, sale_place_id)
);
CREATE INDEX member_sale_places_sale_place_id ON member_sale_places (sale_place_id);

CREATE TABLE member_invitations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  email text COLLATE "C" NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'counter', 'accountant')),
  has_all_sale_places boolean NOT NULL DEFAULT true,
  sale_place_ids integer[] NOT NULL DEFAULT '{}',
  key_hash bytea,
  invited_by integer NOT NULL REFERENCES users (id),
  language text NOT NULL CHECK (language IN ('pt', 'en', 'ru')),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT member_invitations_owner_has_all_sale_places CHECK (role <> 'owner' OR has_all_sale_places),
  CONSTRAINT member_invitations_key_hash_key UNIQUE (key_hash),
  CONSTRAINT member_invitations_business_id_email_key UNIQUE (business_id, email),
  CONSTRAINT member_invitations_all_or_some_sale_places CHECK (has_all_sale_places = (sale_place_ids = '{}'))
);
CREATE INDEX member_invitations_expires_at ON member_invitations (expires_at);
CREATE INDEX member_invitations_invited_by ON member_invitations (invited_by);
COMMENT ON COLUMN member_invitations.key_hash IS 'Null until the mail is sent, which alone has the key.';
COMMENT ON TABLE member_invitations IS 'Open ones: an answered one is deleted.';

-- Whoever sells or has sold is the owner of a business.
INSERT INTO businesses (id, created_at)
SELECT id, created_at FROM users
WHERE is_seller OR id IN (
  SELECT seller_id FROM sale_places UNION SELECT seller_id FROM content_reports UNION SELECT seller_id FROM ratings
  UNION SELECT seller_id FROM reports UNION SELECT seller_id FROM seller_quarters
);
INSERT INTO members (business_id, user_id, role, joined_at)
SELECT businesses.id, users.id, 'owner', businesses.created_at
FROM businesses JOIN users ON users.id = businesses.id WHERE users.deleted_at IS NULL;

ALTER TABLE tokens ADD COLUMN business_id integer;
COMMENT ON COLUMN tokens.business_id IS 'The business that the member works for on this device; null: the first one.';

ALTER TABLE sale_places DROP CONSTRAINT sale_places_seller_id_fkey;
ALTER TABLE sale_places ADD CONSTRAINT sale_places_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses (id) NOT VALID;
ALTER TABLE content_reports DROP CONSTRAINT content_reports_seller_id_fkey;
ALTER TABLE content_reports ADD CONSTRAINT content_reports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses (id) NOT VALID;
ALTER TABLE ratings DROP CONSTRAINT ratings_seller_id_fkey;
ALTER TABLE ratings ADD CONSTRAINT ratings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses (id) NOT VALID;
ALTER TABLE reports DROP CONSTRAINT reports_seller_id_fkey;
ALTER TABLE reports ADD CONSTRAINT reports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses (id) NOT VALID;
ALTER TABLE seller_quarters DROP CONSTRAINT seller_quarters_seller_id_fkey;
ALTER TABLE seller_quarters ADD CONSTRAINT seller_quarters_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses (id) NOT VALID;
ALTER TABLE tokens ADD CONSTRAINT tokens_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses (id) NOT VALID;

-- What a member may do changes at once: streams end, and open again with the present rights.
CREATE FUNCTION notify_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text)
  FROM tokens WHERE user_id = OLD.user_id HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER members_notify AFTER UPDATE OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION notify_membership();

CREATE OR REPLACE FUNCTION notify_end_of_selling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(tokens.id))::text)
  FROM members JOIN tokens ON tokens.user_id = members.user_id
  WHERE members.business_id = NEW.id HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Whoever begins to sell founds a business, and is its owner.
CREATE FUNCTION found_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO businesses (id, created_at) VALUES (NEW.id, now()) ON CONFLICT DO NOTHING;
  INSERT INTO members (business_id, user_id, role, joined_at) VALUES (NEW.id, NEW.id, 'owner', now())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER users_found_business AFTER INSERT OR UPDATE OF is_seller ON users FOR EACH ROW
WHEN (NEW.is_seller) EXECUTE FUNCTION found_business();

ALTER TABLE login_codes DROP CONSTRAINT login_codes_purpose_check;
ALTER TABLE login_codes ADD CONSTRAINT login_codes_purpose_check CHECK (purpose IN (
  'sign_in', 'verify_email', 'password', 'change_email', 'payout', 'members', 'deletion', 'second_factor')) NOT VALID;
