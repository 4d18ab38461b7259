-- Balances of ended months, so that the nightly check adds up the open one. A month ends with a transaction: the last one
-- of that month that there was when it was closed, a day after its end.
CREATE TABLE ledger_closed_months (
  month date PRIMARY KEY CONSTRAINT ledger_closed_months_first_of_month CHECK (extract(day FROM month) = 1),
  last_transaction_id bigint NOT NULL,
  closed_at timestamptz NOT NULL
);
COMMENT ON COLUMN ledger_closed_months.last_transaction_id IS 'No entry is added to it or a transaction before it.';
CREATE TABLE ledger_closed_balances (
  month date NOT NULL REFERENCES ledger_closed_months (month),
  account_id integer NOT NULL REFERENCES ledger_accounts (id),
  amount_cents bigint NOT NULL CONSTRAINT ledger_closed_balances_not_zero CHECK (amount_cents <> 0),
  PRIMARY KEY (month, account_id)
);
COMMENT ON TABLE ledger_closed_balances IS 'Sums of the entries of each account in a closed month.';
CREATE INDEX ledger_closed_balances_account_id ON ledger_closed_balances (account_id);

CREATE TRIGGER ledger_closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER ledger_closed_balances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closed_balances
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE ledger_closed_months ENABLE ALWAYS TRIGGER ledger_closed_months_append_only;
ALTER TABLE ledger_closed_balances ENABLE ALWAYS TRIGGER ledger_closed_balances_append_only;

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
CREATE TRIGGER ledger_entries_refuse_closed_month AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();
