-- Whether a suspension came with the block of the account, and ends with it; until now by equality of the two times.
ALTER TABLE users ADD COLUMN suspended_by_block boolean NOT NULL DEFAULT false;
UPDATE users SET suspended_by_block = true WHERE suspended_at IS NOT NULL AND suspended_at = blocked_at;
ALTER TABLE users ADD CONSTRAINT users_suspended_by_block_check
  CHECK (NOT suspended_by_block OR (suspended_at IS NOT NULL AND blocked_at IS NOT NULL));
COMMENT ON COLUMN users.suspended_by_block IS
  'The suspension came with the block of the account, and ends with it; false for one of its own.';
