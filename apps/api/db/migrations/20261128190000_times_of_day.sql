-- A time of day as such, to the minute. Hours from 24 on, which the former checks let pass, count from midnight: 29:59
-- is 05:59, which for an end before the start is the next day, as ever. A date whose window is empty by that is closed.
ALTER TABLE date_overrides
  DROP CONSTRAINT date_overrides_time_start_check,
  DROP CONSTRAINT date_overrides_time_end_check;
UPDATE date_overrides SET time_start = NULL, time_end = NULL
WHERE (time '00:00' + time_start::interval) = (time '00:00' + time_end::interval);
ALTER TABLE date_overrides
  ALTER COLUMN time_start TYPE time USING time '00:00' + time_start::interval,
  ALTER COLUMN time_end TYPE time USING time '00:00' + time_end::interval,
  ADD CONSTRAINT date_overrides_time_start_to_the_minute
    CHECK (time_start < '24:00' AND date_trunc('minute', time_start) = time_start::interval),
  ADD CONSTRAINT date_overrides_time_end_to_the_minute
    CHECK (time_end < '24:00' AND date_trunc('minute', time_end) = time_end::interval),
  ADD CONSTRAINT date_overrides_window_not_empty CHECK (time_end <> time_start);

ALTER TABLE notification_settings
  DROP CONSTRAINT notification_settings_quiet_from_check,
  DROP CONSTRAINT notification_settings_quiet_to_check,
  ALTER COLUMN quiet_from TYPE time USING time '00:00' + quiet_from::interval,
  ALTER COLUMN quiet_to TYPE time USING time '00:00' + quiet_to::interval,
  ADD CONSTRAINT notification_settings_quiet_from_to_the_minute
    CHECK (quiet_from < '24:00' AND date_trunc('minute', quiet_from) = quiet_from::interval),
  ADD CONSTRAINT notification_settings_quiet_to_to_the_minute
    CHECK (quiet_to < '24:00' AND date_trunc('minute', quiet_to) = quiet_to::interval);

-- Times of a weekly schedule are JSON. A product whose schedule has another kind of time loses that day and is paused.
UPDATE products SET
  schedule = (
    SELECT coalesce(jsonb_object_agg(day, plan), '{}') FROM jsonb_each(schedule) AS days (day, plan)
    WHERE plan ->> 'time_start' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      AND plan ->> 'time_end' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND plan -> 'time_start' <> plan -> 'time_end'),
  state = CASE state WHEN 'active' THEN 'paused' ELSE state END
WHERE jsonb_array_length(jsonb_path_query_array(schedule, '$.*')) <> jsonb_array_length(jsonb_path_query_array(schedule,
  '$.* ? (@.time_start like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    && @.time_end like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @.time_start != @.time_end)'));
ALTER TABLE products ADD CONSTRAINT products_schedule_has_windows CHECK (
  jsonb_array_length(jsonb_path_query_array(schedule, '$.*')) = jsonb_array_length(jsonb_path_query_array(schedule,
    '$.* ? (@.time_start like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
      && @.time_end like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @.time_start != @.time_end)'))) NOT VALID;
