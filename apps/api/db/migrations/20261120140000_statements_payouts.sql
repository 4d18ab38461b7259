-- Where people are paid out.
CREATE TABLE payout_details (
  user_id integer PRIMARY KEY REFERENCES users,
  iban text NOT NULL,
  holder text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The number given last; counted in the transaction that issues, so that there are no gaps.
CREATE TABLE document_numbers (
  issuer text NOT NULL,
  year integer NOT NULL,
  last_number integer NOT NULL,
  PRIMARY KEY (issuer, year)
);

CREATE TABLE statements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issuer text NOT NULL,
  year integer NOT NULL,
  number integer NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('seller', 'partner')),
  -- its first day
  month date NOT NULL,
  -- the one it takes the place of; the newest of a month is the one that holds
  corrects integer UNIQUE REFERENCES statements,
  -- the first of its month, which the entries belong to; null: it is the first itself
  original integer REFERENCES statements,
  reason text,
  issued_at timestamptz NOT NULL,
  -- who issued it and for whom, as it was then: {name, address, country, vat_number}
  issued_by jsonb NOT NULL,
  party jsonb NOT NULL,
  opening_cents integer NOT NULL,
  closing_cents integer NOT NULL,
  commission_cents integer NOT NULL,
  vat_percent numeric(5, 2) NOT NULL,
  vat_cents integer NOT NULL,
  UNIQUE (issuer, year, number),
  CHECK ((corrects IS NULL) = (original IS NULL))
);
CREATE UNIQUE INDEX statements_once ON statements (user_id, role, month) WHERE corrects IS NULL;
CREATE INDEX statements_user ON statements (user_id, id);
CREATE INDEX statements_original ON statements (original);

-- What stands on which statement: every entry on one, at most.
CREATE TABLE statement_entries (
  entry_id bigint PRIMARY KEY REFERENCES ledger_entries,
  statement_id integer NOT NULL REFERENCES statements
);
CREATE INDEX statement_entries_statement ON statement_entries (statement_id);

CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
ALTER TABLE statements ENABLE ALWAYS TRIGGER statements_append_only;
ALTER TABLE statement_entries ENABLE ALWAYS TRIGGER statement_entries_append_only;

CREATE TABLE payout_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the month whose regular run it is; null: asked for by hand
  month date UNIQUE,
  made_at timestamptz NOT NULL,
  -- pain.001; null when nobody was due
  file text,
  sent_at timestamptz
);

CREATE TABLE payouts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id integer NOT NULL REFERENCES payout_runs,
  user_id integer NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('seller', 'partner')),
  -- a statement is paid out once
  statement_id integer NOT NULL UNIQUE REFERENCES statements,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  -- as they were then
  iban text NOT NULL,
  holder text NOT NULL,
  state text NOT NULL CHECK (state IN ('made', 'sent', 'confirmed', 'returned')),
  return_reason text,
  changed_at timestamptz NOT NULL
);
CREATE INDEX payouts_run ON payouts (run_id);
CREATE INDEX payouts_user ON payouts (user_id, id);
