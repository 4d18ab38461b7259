ALTER TABLE forecast_runs
  ADD COLUMN own_numbers integer NOT NULL DEFAULT 0,
  ADD COLUMN bought_days integer NOT NULL DEFAULT 0,
  ADD COLUMN bought_error numeric(6, 2),
  ADD COLUMN bought_average_error numeric(6, 2),
  ADD COLUMN bought_days_in_range integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN forecast_runs.own_numbers IS 'Dates of the last eight weeks whose number was published by itself: it was the forecast, which is not compared with itself.';
COMMENT ON COLUMN forecast_runs.bought_error IS 'Packs a day between the forecast and what was bought; of a date that sold out, what was bought at least.';
COMMENT ON COLUMN forecast_runs.bought_average_error IS 'The same of the plain average of the weekday.';
