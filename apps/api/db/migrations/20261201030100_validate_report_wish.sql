ALTER TABLE reports VALIDATE CONSTRAINT reports_wish_check;
