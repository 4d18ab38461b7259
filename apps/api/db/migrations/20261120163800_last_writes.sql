-- Up to where the log of changes went when somebody last wrote: a replica that has not come so far does not answer them.
-- Means nothing in another cluster; kept only where there are replicas, and not backed up.
CREATE TABLE last_writes (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  lsn pg_lsn NOT NULL
);
