-- Mail that did not get through, for two weeks.
CREATE TABLE mail_failures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient citext NOT NULL,
  subject text NOT NULL,
  -- whole, to be sent again; null when its time was over
  mail jsonb,
  reason text NOT NULL,
  failures integer NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX mail_failures_recipient ON mail_failures (recipient);
CREATE INDEX mail_failures_failed_at ON mail_failures (failed_at);

-- Names somebody to one-click links in their mail, and is good for nothing else.
ALTER TABLE users ADD COLUMN mail_key uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
