ALTER TABLE pickup_slots ADD COLUMN last_taken_at timestamptz;
COMMENT ON COLUMN pickup_slots.last_taken_at IS 'When the last unit was taken most recently: units may be added, or come back, after the first time.';
