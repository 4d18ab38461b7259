-- The words of name and address in small Latin letters, to find a venue by.
ALTER TABLE sale_places ADD COLUMN search tsvector NOT NULL DEFAULT '';
-- Venues that are here already: without the fold of alphabets, which they get when they are saved next.
CREATE EXTENSION IF NOT EXISTS unaccent;
UPDATE sale_places SET search = array_to_tsvector(array_remove(
  regexp_split_to_array(lower(unaccent(name || ' ' || address)), '[^a-z0-9]+'), ''));
CREATE INDEX sale_places_search ON sale_places USING gin (search);
