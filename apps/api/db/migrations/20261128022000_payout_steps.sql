-- The steps of a payout are taken by different operators, where there is more than one.
ALTER TABLE payouts
  ADD COLUMN changed_by integer REFERENCES users (id),
  ADD COLUMN return_reference text;
COMMENT ON COLUMN payouts.changed_by IS 'Operator of the last step; null: the server or a command.';
COMMENT ON COLUMN payouts.return_reference IS 'Of the bank, for a payout that was returned after it was confirmed.';
