-- When backups were made, so that somebody is told when none is made any more.
CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_at timestamptz NOT NULL
);
CREATE INDEX backups_made_at ON backups (made_at);

-- The application may not look at replication itself.
CREATE FUNCTION list_standbys() RETURNS TABLE (standby text, lag_bytes bigint)
SECURITY DEFINER STABLE LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(nullif(application_name, ''), 'standby') || coalesce(' ' || host(client_addr), ''),
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
  FROM pg_stat_replication WHERE NOT pg_is_in_recovery() AND state IN ('streaming', 'catchup')
$$;
