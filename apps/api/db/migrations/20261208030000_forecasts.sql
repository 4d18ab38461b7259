-- What will be left over to sell and what would be bought, worked out each night.
CREATE TABLE forecasts (
  product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  date date NOT NULL,
  left_over integer NOT NULL,
  left_over_low integer NOT NULL,
  left_over_high integer NOT NULL,
  bought integer NOT NULL,
  bought_low integer NOT NULL,
  bought_high integer NOT NULL,
  like_days integer NOT NULL,
  sold_out_early_days integer NOT NULL,
  waited integer NOT NULL,
  PRIMARY KEY (product_id, date),
  CONSTRAINT forecasts_left_over_in_range CHECK (left_over BETWEEN left_over_low AND left_over_high AND left_over_low >= 0),
  CONSTRAINT forecasts_bought_in_range CHECK (bought BETWEEN bought_low AND bought_high AND bought_low >= 0),
  CONSTRAINT forecasts_sold_out_among_like_days CHECK (sold_out_early_days BETWEEN 0 AND like_days AND waited >= 0)
);
COMMENT ON TABLE forecasts IS 'Of the week ahead; replaced every night.';
COMMENT ON COLUMN forecasts.left_over IS 'Packs there will be to sell; in 8 of 10 cases from low to high.';
COMMENT ON COLUMN forecasts.bought IS 'Packs that would be bought if there were enough.';
COMMENT ON COLUMN forecasts.like_days IS 'The last dates with the same weekday, at most eight.';
COMMENT ON COLUMN forecasts.waited IS 'People who waited or entered on these dates and got none.';

CREATE TABLE forecast_runs (
  product_id integer PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  computed_at timestamptz NOT NULL,
  measured_days integer NOT NULL,
  mean_error numeric(6, 2),
  average_error numeric(6, 2),
  days_in_range integer NOT NULL,
  CONSTRAINT forecast_runs_measured_has_errors CHECK ((measured_days = 0) = (mean_error IS NULL) AND (measured_days = 0) = (average_error IS NULL)),
  CONSTRAINT forecast_runs_days_in_range CHECK (days_in_range BETWEEN 0 AND measured_days)
);
COMMENT ON TABLE forecast_runs IS 'When the forecast of a product was worked out, and how far it would have been off in the last eight weeks.';
COMMENT ON COLUMN forecast_runs.mean_error IS 'Packs a day between the forecast and what was left over.';
COMMENT ON COLUMN forecast_runs.average_error IS 'The same of the plain average of the weekday.';
