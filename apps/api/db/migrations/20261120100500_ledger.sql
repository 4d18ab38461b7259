CREATE TABLE ledger_accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 'provider', 'commission', 'buyer:7', 'seller:12'
  code text NOT NULL UNIQUE
);

CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- what it books, e.g. 'payment:31'; one transaction of a kind for each: booking twice is impossible
  reference text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (kind, reference)
);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES ledger_transactions,
  account_id integer NOT NULL REFERENCES ledger_accounts,
  -- debit positive, credit negative
  amount_cents integer NOT NULL CHECK (amount_cents <> 0)
);
CREATE INDEX ledger_entries_transaction_id ON ledger_entries (transaction_id);
CREATE INDEX ledger_entries_account_id ON ledger_entries (account_id);

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- At commit every transaction must sum to zero and have entries at all.
CREATE FUNCTION ledger_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total bigint;
BEGIN
  SELECT sum(amount_cents) INTO total FROM ledger_entries WHERE transaction_id = wanted;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', wanted, coalesce(total::text, 'no entries');
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
