-- Closed for a while by its seller: its packs are `closed` with it, and open with it again.
ALTER TABLE sale_places ADD COLUMN paused boolean NOT NULL DEFAULT false;
-- The row stays for orders of the past; nobody is shown the venue any more.
ALTER TABLE sale_places ADD COLUMN removed_at timestamptz;

ALTER TABLE products DROP CONSTRAINT products_state_check;
ALTER TABLE products ADD CONSTRAINT products_state_check
  CHECK (state IN ('draft', 'active', 'paused', 'closed', 'removed'));

-- Who sells by law: told to buyers before they pay, and to the tax office.
CREATE TABLE businesses (
  user_id integer PRIMARY KEY REFERENCES users,
  legal_name text NOT NULL,
  address text NOT NULL,
  -- ISO 3166-1 alpha-2
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  -- with its prefix, without spaces
  vat_number text NOT NULL,
  updated_at timestamptz NOT NULL,
  -- its person is erased: kept unseen until then, because the law wants it
  locked_until timestamptz
);
CREATE INDEX businesses_locked_until ON businesses (locked_until) WHERE locked_until IS NOT NULL;
