-- Evidence of a claim, for the claimant and operators.
ALTER TABLE place_claims ADD COLUMN photos jsonb NOT NULL DEFAULT '[]';
CREATE INDEX place_claims_decided_with_photos ON place_claims (decided_at) WHERE photos <> '[]';
