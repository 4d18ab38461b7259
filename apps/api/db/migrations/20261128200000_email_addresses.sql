-- Addresses in one form, small letters of ASCII (src/platform/email-address.ts). citext compares by the database's
-- locale, in which other letters may be the same: U+212A, the Kelvin sign, and k.
UPDATE users SET email = lower(email::text COLLATE "C") WHERE email::text <> lower(email::text COLLATE "C");
UPDATE login_codes SET email = lower(email::text COLLATE "C") WHERE email::text <> lower(email::text COLLATE "C");
UPDATE decisions SET email = lower(email::text COLLATE "C") WHERE email::text <> lower(email::text COLLATE "C");
UPDATE content_reports SET reporter_email = lower(reporter_email::text COLLATE "C")
  WHERE reporter_email::text <> lower(reporter_email::text COLLATE "C");
UPDATE mail_failures SET recipient = lower(recipient::text COLLATE "C")
  WHERE recipient::text <> lower(recipient::text COLLATE "C");

ALTER TABLE users ALTER COLUMN email TYPE text COLLATE "C",
  ADD CONSTRAINT users_email_folded CHECK (email = lower(email));
ALTER TABLE login_codes ALTER COLUMN email TYPE text COLLATE "C",
  ADD CONSTRAINT login_codes_email_folded CHECK (email = lower(email));
ALTER TABLE decisions ALTER COLUMN email TYPE text COLLATE "C",
  ADD CONSTRAINT decisions_email_folded CHECK (email = lower(email));
ALTER TABLE content_reports ALTER COLUMN reporter_email TYPE text COLLATE "C",
  ADD CONSTRAINT content_reports_reporter_email_folded CHECK (reporter_email = lower(reporter_email));
ALTER TABLE mail_failures ALTER COLUMN recipient TYPE text COLLATE "C",
  ADD CONSTRAINT mail_failures_recipient_folded CHECK (recipient = lower(recipient));
