ALTER TABLE payments ADD COLUMN is_withdrawable boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payments.is_withdrawable IS 'The pack was said to keep when it was set aside: its buyer may withdraw, whatever becomes of the claim.';
