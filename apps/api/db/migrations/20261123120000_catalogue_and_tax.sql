-- A retired tier or type cannot be chosen for a product any more; products that have it keep it.
ALTER TABLE price_tiers ADD COLUMN retired_at timestamptz;
ALTER TABLE product_types
  ADD COLUMN retired_at timestamptz,
  ADD COLUMN icon text NOT NULL DEFAULT 'bread';
COMMENT ON COLUMN product_types.icon IS 'Name of an image of the design system, one of `productTypeIcons`.';
UPDATE product_types SET icon = new.icon
FROM (VALUES ('bakery', 'croissant'), ('meals', 'paella'), ('groceries', 'broccoli'), ('sweets', 'cupcake'),
  ('sushi', 'sushi'), ('vegetarian', 'salad'), ('breakfast', 'coffee')) AS new (slug, icon)
WHERE product_types.slug = new.slug;

-- What tax authorities ask of a seller besides the legal identity. Source: Directive 2011/16/EU, annex V, section II, B.
ALTER TABLE businesses
  ADD COLUMN kind text CHECK (kind IN ('person', 'company')),
  ADD COLUMN first_name text,
  ADD COLUMN last_name text,
  ADD COLUMN birth_date date,
  ADD COLUMN register_number text,
  ADD COLUMN tax_number text,
  ADD COLUMN tax_country text CHECK (tax_country ~ '^[A-Z]{2}$'),
  ADD COLUMN post_code text,
  ADD COLUMN city text,
  ADD CONSTRAINT businesses_kind_check1 CHECK (
    CASE kind
      WHEN 'person' THEN num_nulls(first_name, last_name, birth_date) = 0 AND register_number IS NULL
      WHEN 'company' THEN register_number IS NOT NULL AND num_nonnulls(first_name, last_name, birth_date) = 0
      ELSE num_nonnulls(first_name, last_name, birth_date, register_number, tax_number, tax_country, post_code, city) = 0
    END),
  ADD CONSTRAINT businesses_tax_check CHECK (
    kind IS NULL OR num_nulls(tax_number, tax_country, post_code, city) = 0);

-- What sellers earned by quarter, summed from the ledger every night: its lists would add up a year of entries otherwise.
CREATE TABLE seller_quarters (
  seller_id integer NOT NULL REFERENCES users,
  year smallint NOT NULL,
  quarter smallint NOT NULL CHECK (quarter BETWEEN 1 AND 4),
  orders integer NOT NULL,
  earning_cents bigint NOT NULL,
  fees_cents bigint NOT NULL,
  computed_at timestamptz NOT NULL,
  PRIMARY KEY (year, seller_id, quarter)
);
COMMENT ON COLUMN seller_quarters.orders IS 'Units sold less those given back.';
CREATE INDEX seller_quarters_seller_id ON seller_quarters (seller_id);

-- What a partner and a user they referred have in common, found every night. Nothing follows from it by itself.
CREATE TABLE referral_signs (
  partner_id integer NOT NULL REFERENCES users,
  referred_user_id integer NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('iban', 'tax_number', 'phone', 'card', 'address', 'device')),
  found_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, referred_user_id, kind)
);
CREATE INDEX referral_signs_referred_user_id ON referral_signs (referred_user_id);

CREATE INDEX users_partners ON users (created_at, id) WHERE is_partner;
-- Filters by period; a B-tree would make each purchase dearer.
CREATE INDEX affiliate_shares_created_at ON affiliate_shares USING brin (created_at);
CREATE INDEX affiliate_shares_reversed ON affiliate_shares (id) WHERE state = 'reversed';
