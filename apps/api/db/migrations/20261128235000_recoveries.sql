-- Each time that the database was taken back to an earlier moment.
CREATE TABLE recoveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recovered_at timestamptz NOT NULL,
  data_as_of timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX recoveries_unconfirmed ON recoveries (id) WHERE confirmed_at IS NULL;
COMMENT ON TABLE recoveries IS 'Each time that the database was taken back to an earlier moment; while one is not confirmed, WoPack sends nothing.';

-- What was issued after that moment is not in the database: numbers go on beyond whatever that may have been, as many as
-- were issued before it, at least ten thousand.
CREATE FUNCTION declare_recovery(as_of timestamptz, at timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  INSERT INTO recoveries (recovered_at, data_as_of) VALUES (at, as_of);
  FOR s IN SELECT schemaname, sequencename, start_value, max_value, coalesce(last_value, start_value) AS last_value
    FROM pg_sequences WHERE schemaname = 'public'
  LOOP
    PERFORM setval(format('%I.%I', s.schemaname, s.sequencename)::regclass,
      least(s.last_value + least(greatest(s.last_value - s.start_value, 10000), 10000000), s.max_value));
  END LOOP;
  UPDATE document_numbers SET last_number = last_number + greatest(last_number, 10000)
  WHERE year BETWEEN extract(year FROM as_of - interval '1 day') AND extract(year FROM at + interval '1 day');
END $$;
REVOKE EXECUTE ON FUNCTION declare_recovery FROM PUBLIC;

-- The first number of statements of a year: those of a year that began between that moment and the recovery may be issued.
CREATE FUNCTION first_document_number(of_year integer) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM recoveries WHERE of_year
    BETWEEN extract(year FROM data_as_of - interval '1 day') AND extract(year FROM recovered_at + interval '1 day'))
    THEN 10001 ELSE 1 END
$$;
