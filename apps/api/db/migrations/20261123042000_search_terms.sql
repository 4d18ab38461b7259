-- Terms of products.search have the weight of the field that they stand in: A name, B kind, C sale place, D description.
-- Terms so far have no position and are found without rank until the job products.index has indexed their product again.
CREATE TABLE search_index_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version text NOT NULL,
  indexed_through integer
);
COMMENT ON TABLE search_index_state IS 'how far products are indexed with the present search terms';
COMMENT ON COLUMN search_index_state.version IS 'of the search terms';
COMMENT ON COLUMN search_index_state.indexed_through IS 'last product indexed with this version; null when all are';
INSERT INTO search_index_state (version, indexed_through) VALUES ('', 0);
