-- So that words with the same beginning follow each other, whatever the collation of the database.
ALTER TABLE search_words ALTER COLUMN word TYPE text COLLATE "C";
