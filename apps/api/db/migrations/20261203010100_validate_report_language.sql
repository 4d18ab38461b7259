ALTER TABLE reports VALIDATE CONSTRAINT reports_language_check;
