-- A business that was handed over gets an account of its own beside the founder's.
ALTER TABLE sandbox_accounts DROP CONSTRAINT sandbox_accounts_user_id_key;
