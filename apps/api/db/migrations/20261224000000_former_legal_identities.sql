-- Who a business was when its founder handed it over: documents about the sales of that time name them.
CREATE TABLE former_legal_identities (
  user_id integer PRIMARY KEY REFERENCES users (id),
  ended_at timestamptz NOT NULL,
  legal_name text NOT NULL,
  address text NOT NULL,
  country text CONSTRAINT former_legal_identities_country_check CHECK (country ~ '^[A-Z]{2}$'),
  vat_number text NOT NULL,
  kind text CONSTRAINT former_legal_identities_kind_check CHECK (kind IN ('person', 'company')),
  first_name text,
  last_name text,
  birth_date date,
  register_number text,
  tax_number text,
  tax_country text CONSTRAINT former_legal_identities_tax_country_check CHECK (tax_country ~ '^[A-Z]{2}$'),
  post_code text,
  city text,
  iban text,
  holder text,
  retain_until timestamptz NOT NULL,
  CONSTRAINT former_legal_identities_holder_of_iban CHECK ((iban IS NULL) = (holder IS NULL)),
  CONSTRAINT former_legal_identities_kind_has_tax_fields
    CHECK (kind IS NULL OR num_nulls(country, tax_number, tax_country, post_code, city) = 0)
);
COMMENT ON TABLE former_legal_identities IS 'Of founders who handed their business over. The id is that of the founder and of the business.';
COMMENT ON COLUMN former_legal_identities.country IS 'Null of a founder whose account was deleted before they entered a legal identity.';
COMMENT ON COLUMN former_legal_identities.iban IS 'For the report to tax authorities alone: nothing is paid to it.';
CREATE INDEX former_legal_identities_retain_until ON former_legal_identities (retain_until);

-- Of earlier hand-overs only what nobody has changed since is that of the founder.
INSERT INTO former_legal_identities (user_id, ended_at, legal_name, address, country, vat_number, kind, first_name, last_name,
  birth_date, register_number, tax_number, tax_country, post_code, city, iban, holder, retain_until)
SELECT users.id, handed_over_at, legal_name, address, country, vat_number, kind, first_name, last_name, birth_date,
  register_number, tax_number, tax_country, post_code, legal_identities.city, iban, holder,
  make_timestamptz(extract(year FROM handed_over_at AT TIME ZONE 'UTC')::int + 11, 1, 1, 0, 0, 0, 'UTC')
FROM users
JOIN legal_identities ON legal_identities.user_id = users.id AND legal_identities.updated_at <= handed_over_at
LEFT JOIN payout_details ON payout_details.user_id = users.id AND payout_details.updated_at <= handed_over_at;

ALTER TABLE statements ADD COLUMN is_former boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN statements.is_former IS 'Of the sales from before the business was handed over, issued or corrected after it.';
ALTER TABLE seller_quarters ADD COLUMN is_former boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN seller_quarters.is_former IS 'Sales of whoever handed the business over, unless they are the same taxpayer as its present owner.';
