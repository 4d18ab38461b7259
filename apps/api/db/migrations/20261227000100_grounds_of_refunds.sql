ALTER TABLE order_refunds ADD COLUMN ground text
  CONSTRAINT order_refunds_ground_is_known CHECK (ground IN
    ('other', 'less_than_described', 'not_as_described', 'bad_quality', 'not_handed_out', 'closed'));
COMMENT ON COLUMN order_refunds.ground IS 'What an operator chose of the list; null where nobody chose one.';
