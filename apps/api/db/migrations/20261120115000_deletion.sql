-- When the person asked to be deleted: from then on nobody signs in and nothing of them is shown.
ALTER TABLE users ADD COLUMN deleted_at timestamptz;
-- When what was kept until then went. The row stays, without the person: orders and bookings name it.
ALTER TABLE users ADD COLUMN erased_at timestamptz;
CREATE INDEX users_to_erase ON users (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
