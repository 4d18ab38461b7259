-- Up to which entry the statements of a month are out, so that the hourly run does not read all entries again.
CREATE TABLE settled_months (
  month date PRIMARY KEY,
  last_entry_id bigint NOT NULL,
  settled_at timestamptz NOT NULL,
  CONSTRAINT settled_months_first_of_month CHECK (extract(day FROM month) = 1)
);
COMMENT ON COLUMN settled_months.last_entry_id IS 'Entries up to it that were effective by the end of the month are on statements, or wait for the next month.';
