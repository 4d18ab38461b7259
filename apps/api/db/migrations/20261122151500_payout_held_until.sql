-- From then on payouts go to an account that took the place of another; null: it was the first, or was never changed.
ALTER TABLE payout_details ADD COLUMN held_until timestamptz;
