-- What both sides of a comparison add up to; comparisons of before have none.
ALTER TABLE reconciliations ADD COLUMN sums jsonb NOT NULL DEFAULT '[]';
