-- Whose bank account the provider pays, as it names them.
ALTER TABLE payout_accounts ADD COLUMN bank_holder text;
COMMENT ON COLUMN payout_accounts.bank_holder IS 'Holder of the bank account, as the payment provider names them.';
