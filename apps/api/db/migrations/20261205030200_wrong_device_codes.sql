ALTER TABLE devices ADD COLUMN code_part_hash bytea;
ALTER TABLE devices ADD COLUMN code_wrong_tries integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN devices.code_part_hash IS 'Of the first characters, by which a wrong code is counted; null without a code.';
COMMENT ON COLUMN devices.code_wrong_tries IS 'Since the newest code was made; the fifth ends it.';
