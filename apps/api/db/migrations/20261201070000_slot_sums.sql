CREATE TABLE slot_sums (
  starts_at timestamptz PRIMARY KEY,
  units_offered bigint NOT NULL,
  units_sold bigint NOT NULL,
  CONSTRAINT slot_sums_quarter_of_an_hour CHECK (starts_at = date_bin('15 minutes', starts_at, '2000-01-01 00:00:00+00'))
);
COMMENT ON TABLE slot_sums IS 'Units of the slots that begin in a quarter of an hour, as they stay once their windows are over.';

-- As the nightly job would have, with what deleted slots offered at the beginning of their day.
INSERT INTO slot_sums (starts_at, units_offered, units_sold)
SELECT quarter, coalesce(sum(units.offered), 0), coalesce(sum(units.sold), 0)
FROM generate_series(
  date_bin('15 minutes', now() - interval '60 days', '2000-01-01 00:00:00+00'),
  date_bin('15 minutes', now() - interval '2 days 15 minutes', '2000-01-01 00:00:00+00'),
  interval '15 minutes'
) AS quarter
LEFT JOIN (
  SELECT date_bin('15 minutes', starts_at, '2000-01-01 00:00:00+00') AS starts_at,
    CASE WHEN closed THEN quantity - units_left ELSE quantity END AS offered, quantity - units_left AS sold
  FROM pickup_slots WHERE starts_at BETWEEN now() - interval '61 days' AND now()
  UNION ALL
  SELECT (month + (day.n::int - 1))::timestamp AT TIME ZONE 'UTC', day.units, 0
  FROM unsold_units CROSS JOIN unnest(units) WITH ORDINALITY AS day (units, n)
  WHERE month > now() - interval '92 days' AND day.units > 0
) AS units ON units.starts_at = quarter
WHERE EXISTS (SELECT FROM pickup_slots)
GROUP BY quarter;
