-- The time that decides, for all processes. A function of its own, so that a database of a test can tell another time.
CREATE FUNCTION database_time() RETURNS timestamptz LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT clock_timestamp()
$$;
