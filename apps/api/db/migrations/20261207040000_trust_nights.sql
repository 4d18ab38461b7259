-- Whether what is owed is covered, every night in totals, for the public page.
CREATE TABLE trust_nights (
  night date PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  compared_at timestamptz NOT NULL,
  verdict text NOT NULL CONSTRAINT trust_nights_verdict_check
    CHECK (verdict IN ('covered', 'differences', 'short', 'not_compared')),
  difference_count integer NOT NULL CONSTRAINT trust_nights_difference_count_check CHECK (difference_count >= 0),
  sellers_cents bigint NOT NULL,
  partners_cents bigint NOT NULL,
  buyers_cents bigint NOT NULL,
  held_cents bigint NOT NULL,
  at_provider_cents bigint NOT NULL,
  in_transit_cents bigint NOT NULL,
  taken_cents bigint NOT NULL,
  provider_taken_cents bigint NOT NULL,
  accounts_cents bigint,
  provider_accounts_cents bigint,
  CONSTRAINT trust_nights_accounts_of_both CHECK ((accounts_cents IS NULL) = (provider_accounts_cents IS NULL)),
  CONSTRAINT trust_nights_covered_without_differences CHECK (verdict <> 'covered'
    OR (difference_count = 0 AND held_cents >= sellers_cents + partners_cents + buyers_cents))
);
COMMENT ON TABLE trust_nights IS 'Totals only, for the public page; written while TRUST_PAGE is on.';
COMMENT ON COLUMN trust_nights.compared_at IS 'When the books were last compared with the records of the payment provider.';
COMMENT ON COLUMN trust_nights.difference_count IS 'Of the last comparisons, with the provider and of the books with the records behind them.';
COMMENT ON COLUMN trust_nights.sellers_cents IS 'Owed to sellers; who owes WoPack does not lower it.';
COMMENT ON COLUMN trust_nights.held_cents IS 'What the operator has to have, at the provider and its bank, by the books.';
COMMENT ON COLUMN trust_nights.at_provider_cents IS 'In accounts of sellers and partners at the provider.';
COMMENT ON COLUMN trust_nights.in_transit_cents IS 'Payouts by bank file that have not arrived.';
COMMENT ON COLUMN trust_nights.taken_cents IS 'Charges less refunds of the compared days, by the books.';
COMMENT ON COLUMN trust_nights.accounts_cents IS 'Of the accounts whose balances were compared, by the books; null without any.';
