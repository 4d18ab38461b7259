CREATE TABLE legal_text_versions (
  text text NOT NULL CONSTRAINT legal_text_versions_text_check
    CHECK (text IN ('terms', 'privacy', 'cookie', 'affiliate', 'delete', 'accessibility')),
  version date NOT NULL,
  announced_at timestamptz NOT NULL,
  holds_from timestamptz NOT NULL,
  PRIMARY KEY (text, version),
  CONSTRAINT legal_text_versions_announced_before CHECK (holds_from >= announced_at)
);
COMMENT ON TABLE legal_text_versions IS 'From when each version of a legal text holds. The texts are files of the web app.';
COMMENT ON COLUMN legal_text_versions.version IS 'Names the version: the day it was written.';
COMMENT ON COLUMN legal_text_versions.announced_at IS 'Since when users are notified of it; that of a change without substance, or of a first version, when it began.';

CREATE TABLE legal_text_acceptances (
  user_id integer NOT NULL REFERENCES users (id),
  text text NOT NULL,
  version date NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, text, version),
  FOREIGN KEY (text, version) REFERENCES legal_text_versions (text, version)
);
CREATE INDEX legal_text_acceptances_version ON legal_text_acceptances (text, version);
CREATE TRIGGER legal_text_acceptances_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON legal_text_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE legal_text_acceptances ENABLE ALWAYS TRIGGER legal_text_acceptances_append_only;

CREATE TABLE legal_text_notices (
  user_id integer NOT NULL REFERENCES users (id),
  text text NOT NULL,
  version date NOT NULL,
  notified_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, text, version),
  FOREIGN KEY (text, version) REFERENCES legal_text_versions (text, version)
);
COMMENT ON TABLE legal_text_notices IS 'Who was notified of a planned version, once.';
CREATE INDEX legal_text_notices_version ON legal_text_notices (text, version);

-- What held where users are already.
INSERT INTO legal_text_versions (text, version, announced_at, holds_from)
  SELECT text, version, version::timestamptz, version::timestamptz
  FROM (VALUES ('terms', date '2026-11-23'), ('privacy', '2026-11-20'), ('cookie', '2026-11-20'),
    ('affiliate', '2026-11-20'), ('delete', '2026-11-20'), ('accessibility', '2026-11-29')) texts (text, version)
  WHERE EXISTS (SELECT FROM users);
INSERT INTO legal_text_acceptances (user_id, text, version, accepted_at)
  SELECT id, 'terms', '2026-11-23', terms_accepted_at FROM users WHERE deleted_at IS NULL;
