CREATE TABLE launch_checks (
  id text PRIMARY KEY,
  state text NOT NULL
    CONSTRAINT launch_checks_state_check CHECK (state IN ('ok', 'later', 'missing')),
  finding jsonb NOT NULL,
  checked_at timestamptz NOT NULL
);
COMMENT ON TABLE launch_checks IS 'What an operator must be able to show before the town opens, as it was when it was last checked.';
COMMENT ON COLUMN launch_checks.finding IS 'Key of the reason, its values, and where to look.';

ALTER TABLE backups ADD COLUMN size_bytes bigint;
COMMENT ON COLUMN backups.size_bytes IS 'Of the file; null for those of earlier versions.';

CREATE TABLE restore_trials (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  restored_at timestamptz NOT NULL,
  data_as_of timestamptz NOT NULL
);
COMMENT ON TABLE restore_trials IS 'Each time that a backup was restored into a database of its own, to see that it can be.';
