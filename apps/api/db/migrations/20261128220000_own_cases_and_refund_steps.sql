-- Steps of a refund that did not get through are taken by different operators, where there is more than one.
ALTER TABLE refunds
  ADD COLUMN changed_by integer REFERENCES users (id),
  ADD COLUMN noted_reference text,
  ADD COLUMN noted_at timestamptz,
  ADD CONSTRAINT refunds_noted_has_time CHECK ((noted_reference IS NULL) = (noted_at IS NULL));
COMMENT ON COLUMN refunds.changed_by IS 'Operator of the last step; null: nobody of the console.';
COMMENT ON COLUMN refunds.noted_reference IS 'Of a bank transfer that waits to be confirmed by another operator.';

-- Where nobody else can decide, an operator decides on a case of their own, and those concerned are told.
ALTER TABLE decisions
  ADD COLUMN decided_alone boolean NOT NULL DEFAULT false,
  ADD COLUMN objection_decided_alone boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN decisions.decided_alone IS 'By an operator whom it concerns, because nobody else could.';
COMMENT ON COLUMN decisions.objection_decided_alone IS 'By an operator whom it concerns or who decided first, because nobody else could.';
