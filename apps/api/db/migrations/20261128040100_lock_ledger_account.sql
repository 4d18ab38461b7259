-- A lock of a row needs the right to change it, which the application does not have: this one locks by the rights of the
-- owner, and changes nothing. Entries of the account that are being posted end before, later ones wait.
CREATE FUNCTION lock_ledger_account(locked_user_id integer, locked_kind text) RETURNS integer LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM public.ledger_accounts WHERE user_id = locked_user_id AND account_kind = locked_kind FOR UPDATE
$$;
