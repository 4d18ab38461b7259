ALTER TABLE sandbox_cards ADD COLUMN default_since timestamptz;
COMMENT ON COLUMN sandbox_cards.default_since IS 'When its buyer chose to pay by it by default; the newest choice of a customer holds.';
