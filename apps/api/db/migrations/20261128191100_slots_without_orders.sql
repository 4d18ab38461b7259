-- Slots in which nobody took part are deleted some weeks after their end. What statistics need of them stays, in one row a
-- product and month.
CREATE TABLE unsold_units (
  product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  month date NOT NULL CONSTRAINT unsold_units_first_of_month CHECK (extract(day FROM month) = 1),
  units smallint[] NOT NULL CONSTRAINT unsold_units_one_a_day CHECK (cardinality(units) = 31),
  PRIMARY KEY (product_id, month)
);
CREATE INDEX unsold_units_month ON unsold_units (month);
COMMENT ON TABLE unsold_units IS 'Units that were offered by slots which were deleted, because nobody took part in them.';
COMMENT ON COLUMN unsold_units.units IS 'By day of the month.';

CREATE TABLE slot_deletions (
  id boolean PRIMARY KEY DEFAULT true CONSTRAINT slot_deletions_one_row CHECK (id),
  examined_through integer NOT NULL
);
COMMENT ON TABLE slot_deletions IS 'How far ended slots have been looked at, to delete those in which nobody took part.';
INSERT INTO slot_deletions (examined_through) VALUES (0);
