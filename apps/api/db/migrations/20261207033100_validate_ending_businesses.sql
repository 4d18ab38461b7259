ALTER TABLE decisions VALIDATE CONSTRAINT decisions_outcome_check;
