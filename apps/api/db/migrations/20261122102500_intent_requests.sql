-- How many requests for one hold wait at this moment for the provider to open its intent.
ALTER TABLE payments ADD COLUMN intent_requests integer NOT NULL DEFAULT 0;
