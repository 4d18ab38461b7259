-- A sale whose discount takes all of a business's earning has an entry of 0 of the business, so that its statement lists the
-- sale with its commission. No other entry is 0, and no transaction is made of such entries only.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_amount_cents_check;

CREATE OR REPLACE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked_id bigint :=
    CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total_cents bigint;
BEGIN
  SELECT sum(amount_cents) FILTER (WHERE amount_cents <> 0) INTO total_cents
  FROM ledger_entries WHERE transaction_id = checked_id;
  IF total_cents IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', checked_id,
      coalesce(total_cents::text, 'it has no entries');
  END IF;
  -- Apart, so that nothing is looked up for other entries.
  IF to_jsonb(NEW) ->> 'amount_cents' = '0' THEN
    IF EXISTS (
      SELECT FROM ledger_accounts WHERE id = (to_jsonb(NEW) ->> 'account_id')::integer AND account_kind <> 'seller'
    ) THEN
      RAISE EXCEPTION 'ledger transaction % has an entry of 0 that is not of a seller', checked_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;
