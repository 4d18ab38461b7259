-- Months whose regular payouts were looked after, be anybody due or not; a run is only what pays somebody.
CREATE TABLE payout_months (month date PRIMARY KEY CHECK (extract(day FROM month) = 1));
INSERT INTO payout_months SELECT month FROM payout_runs WHERE month IS NOT NULL;
DELETE FROM payout_runs WHERE file IS NULL AND NOT EXISTS (SELECT FROM payouts WHERE run_id = payout_runs.id);
