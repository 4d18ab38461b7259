ALTER TABLE ratings VALIDATE CONSTRAINT ratings_language_check;
